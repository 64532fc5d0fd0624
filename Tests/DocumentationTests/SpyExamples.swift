import DependenceMacros
import DependenceTesting
import Testing

// MARK: - Spy

struct SpyExampleTests {
  @Test func `a greeter fetches one greeting`() async throws {
    let fetch = Spy<String, String>("APIClient.fetchGreeting")
    try await withDependencies {
      $0.apiClient.fetchGreeting = fetch.wrap { name in "good evening, \(name)" }
    } operation: {
      try await Greeter().greet("Anna")
    }
    fetch.expectCalls(["Anna"])
  }

  @Test func `calls can be expected while the clock advances`() async {
    let clock = TestClock()
    let refresh = Spy<Void>("Feed.refresh")
    let onTick = refresh.wrap {}
    let task = Task {
      for await _ in clock.timer(interval: .seconds(60)) { onTick() }
    }

    await refresh.expectCalls(count: 3, within: .seconds(180), of: clock, sleepers: 1)

    task.cancel()
    await task.value
  }

  @Test func `the calls of several spies are in the expected order`() {
    let (open, read, close) = (Spy<Void>("open"), Spy<Void>("read"), Spy<Void>("close"))
    let (onOpen, onRead, onClose) = (open.wrap {}, read.wrap {}, close.wrap {})
    onOpen()
    onRead()
    onRead()
    onClose()
    expectSequence(open, read, read, close)
  }
}

// MARK: - Record calls

@DependencyClient
struct Shelf: Sendable {
  var save: @Sendable (_ article: String, _ amount: Int) async throws -> Void
}

enum ShelfKey: DependencyKey {
  static var liveValue: Shelf { Shelf { _, _ in } }
  static var testValue: Shelf { Shelf { _, _ in throw unimplemented("Shelf.save") } }
}

extension DependencyValues {
  var shelf: Shelf {
    get { self[ShelfKey.self] }
    set { self[ShelfKey.self] = newValue }
  }
}

actor Pantry {
  @Dependency(\.shelf) private var shelf
  private(set) var saved: [String] = []
  private(set) var kept: [String] = []

  func put(_ articles: KeyValuePairs<String, Int>) async throws {
    for (article, amount) in articles {
      try await shelf.save(article, amount)
      saved.append(article)
    }
  }

  func putOrKeep(_ articles: KeyValuePairs<String, Int>) async {
    for (article, amount) in articles {
      do {
        try await shelf.save(article, amount)
        saved.append(article)
      } catch {
        kept.append(article)
      }
    }
  }
}

struct RecordCallsTests {
  @Test func `calls can be expected in several ways`() async throws {
    let save = Spy<String, Int, Void>("Shelf.save")
    let delete = Spy<String, Void>("Shelf.delete")
    let (open, close) = (Spy<Void>("Shelf.open"), Spy<Void>("Shelf.close"))
    let (onOpen, onClose) = (open.wrap {}, close.wrap {})
    _ = delete.wrap { _ in }
    try await withDependencies {
      $0.shelf.save = { _, _ in }
    } operation: {
      try await withDependencies {
        $0.shelf.save = save.wrap($0.shelf.save)
      } operation: {
        onOpen()
        async let putting: Void = Pantry().put(["tea": 2, "jam": 1])
        await save.waitForCalls(atLeast: 2)
        await save.waitForCalls(atLeast: 2, to: .begin)
        try await putting
        onClose()
      }
    }

    save.expectCalls([("tea", 2), ("jam", 1)])
    save.expectCalls(inAnyOrder: [("jam", 1), ("tea", 2)])
    save.expectCalls(count: .atLeast(1))
    save.expectCalls(count: 1) { article, _ in article == "jam" }
    delete.expectNoCalls()
    expectSequence(open, save, save, close)
  }
}

struct ClientSpyTests {
  @Test(.dependencies { $0.shelf.save = { _, _ in } })
  func `a pantry only saves`() async throws {
    let shelf = ClientSpy("shelf")
    try await withDependencies {
      $0.shelf = shelf.wrap($0.shelf)
    } operation: {
      try await Pantry().put(["tea": 2])
    }

    shelf.calls.expectCalls([#"Shelf.save("tea", 2)"#])
  }

  @Test(.dependencyTrace, .dependencies { $0.shelf.save = { _, _ in } })
  func `a pantry needs nothing but its shelf`() async throws {
    try await Pantry().put(["tea": 2])

    #expect(DependencyTrace.current().calls == [#"Shelf.save("tea", 2)"#])
  }
}

struct RecordCallsMessageTests {
  private static let article = Article(
    path: "TestSupport/DependenceHarness/DependenceHarness.docc/RecordCalls.md"
  )

  @Test func `the article quotes the message about an unexpected call`() throws {
    let quoted = try #require(try Self.article.textBlocks().first).joined(separator: "\n")
    let save = Spy<String, Int, Void>("Shelf.save")
    let onSave = save.wrap { _, _ in }
    onSave("tea", 3)

    withExpectedIssues(count: 1) {
      $0.message == quoted
    } operation: {
      save.expectCalls([("tea", 2)])
    }
  }
}
