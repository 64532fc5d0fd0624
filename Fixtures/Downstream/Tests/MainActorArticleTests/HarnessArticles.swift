import DependenceMacros
import DependenceSimulation
import DependenceTesting
import Testing

@DependencyClient
struct APIClient: Sendable {
  var fetchGreeting: @Sendable (_ name: String) async throws -> String
}

@DependencyClient
struct Shelf: Sendable {
  var save: @Sendable (_ article: String, _ count: Int) async throws -> Void
}

extension DependencyValues {
  @DependencyEntry(test: APIClient.unimplemented)
  var apiClient: APIClient = APIClient(fetchGreeting: { name in "hello, \(name)" })

  @DependencyEntry(test: Shelf.unimplemented)
  var shelf: Shelf = Shelf(save: { _, _ in })
}

actor Greeter {
  @Dependency(\.apiClient) private var apiClient
  private(set) var greeting = ""

  func greet(_ name: String) async throws {
    greeting = try await apiClient.fetchGreeting(name)
  }
}

struct Offline: Error {}

actor Pantry {
  @Dependency(\.shelf) private var shelf
  private(set) var kept: [String: Int] = [:]
  private(set) var saved: [String: Int] = [:]

  func put(_ articles: [String: Int]) async throws {
    for (article, count) in articles { try await shelf.save(article, count) }
  }

  func putOrKeep(_ articles: [String: Int]) async {
    for (article, count) in articles {
      do {
        try await shelf.save(article, count)
        saved[article] = count
      } catch {
        kept[article] = count
      }
    }
  }
}

actor Autosave {
  @Dependency(\.continuousClock) private var clock
  private(set) var saves = 0

  func run() async {
    while (try? await clock.sleep(for: .seconds(5))) != nil { saves += 1 }
  }
}

actor Account {
  private(set) var balance = 0

  func deposit(_ amount: Int) { balance += amount }
}

struct HarnessArticleTests {
  @Test func `greeting asks the server`() async throws {
    try await expectUnimplemented("APIClient.fetchGreeting", count: 1) {
      try await Greeter().greet("Anna")
    }
  }

  @Test func `a pantry saves each article once`() async throws {
    let save = Spy<String, Int, Void>("Shelf.save")
    try await withDependencies {
      $0.shelf.save = save.wrap { _, _ in }
    } operation: {
      try await Pantry().put(["tea": 2])
    }

    save.expectCalls([("tea", 2)])
  }

  @Test(
    .dependencies {
      $0.continuousClock = ImmediateClock()
      $0.shelf.save = { _, _ in }
    },
    .faults([
      .delay(upTo: .seconds(2)), .throwing(Offline(), probability: 0.3),
    ]) { faults, dependencies in
      dependencies.shelf.save = faults.wrap("Shelf.save", dependencies.shelf.save)
    },
    arguments: 0..<20
  )
  func `a pantry keeps what could not be saved`(number: Int) async {
    let pantry = Pantry()

    await pantry.putOrKeep(["tea": 2, "jam": 1])

    #expect(await pantry.kept.count + pantry.saved.count == 2)
  }

  @Test func `deposits add up`() async throws {
    try await stress(iterations: 200) { iteration in
      var random = iteration.random
      let amount = Int.random(in: 1...100, using: &random)
      let account = Account()
      await account.deposit(amount)
      #expect(await account.balance == amount)
    }
  }
}

@Suite(.dependencies())
struct AutosaveTests {
  private let clock = TestClock()

  init() {
    prepareDependencies { [clock] in $0.continuousClock = clock }
  }

  @Test func `it saves after five seconds`() async {
    let autosave = Autosave()
    let task = Task { await autosave.run() }
    await clock.advance(by: .seconds(5), sleepers: 1)
    #expect(await autosave.saves == 1)
    task.cancel()
  }
}

@Suite(.strictDependencies, .dependencies { $0.apiClient.fetchGreeting = { "hi, \($0)" } })
struct StrictGreeterTests {
  @Test func `a greeter needs nothing but the API`() async throws {
    let greeter = Greeter()
    try await greeter.greet("Anna")
    #expect(await greeter.greeting == "hi, Anna")
  }
}
