import DependenceTesting
import Testing

@Suite(.dependencies { $0.postbox.stamp = { "2 €" } })
struct WriterTests {
  @Test func `a letter has a stamp`() async throws {
    let send = Spy<String, Void>("Postbox.send")
    try await withDependencies {
      $0.postbox.send = send.wrap { _ in }
    } operation: {
      try await Writer().write("Hello")
    }

    send.expectCalls(["Hello (2 €)"])
  }

  @Test(.dependencies { $0.postbox.stamp = { throw CancellationError() } })
  func `nothing is sent without a stamp`() async {
    await #expect(throws: CancellationError.self) { try await Writer().write("Hello") }
  }
}

struct OneValueTests {
  @Test(.dependency(\.greeting, "moin"), arguments: ["Anna", "Ben"])
  func `each name is greeted`(name: String) {
    @Dependency(\.greeting) var greeting
    #expect("\(greeting), \(name)" == "moin, \(name)")
  }
}

@Suite(.dependencies)
struct CountingWriterTests {
  private let send = Spy<String, Void>("Postbox.send")

  init() {
    prepareDependencies { [send] in
      $0.postbox = Postbox(send: send.wrap { _ in }, stamp: { "2 €" })
    }
  }

  @Test func `a letter is sent once`() async throws {
    try await Writer().write("Hello")

    send.expectCalls(count: 1)
  }
}

struct GettingStartedMessageTests {
  @Test func `the article quotes the message about an unimplemented endpoint`() async throws {
    let article = Article(path: "Sources/Dependence/Dependence.docc/GettingStartedWithTesting.md")
    let quoted = try #require(try article.textBlocks().first?.first)

    await withExpectedIssues(count: 1) {
      $0.message == quoted
    } operation: {
      try? await withDependencies {
        $0.postbox.stamp = { "2 €" }
      } operation: {
        try await Writer().write("Hello")
      }
    }
  }
}
