import Dependence
import DependenceHarness
import Testing

struct WaitingIssuesTests {
  private let waiting = WaitingIssues()

  private func report(_ message: String) -> Bool {
    waiting.report(DependencyIssue(message, at: .unknown))
  }

  @Test func `issues are collected once, in the order in which they were reported`() {
    #expect(report("first"))
    #expect(report("second"))

    #expect(waiting.collect().map(\.message) == ["first", "second"])
    #expect(waiting.collect().isEmpty)
    #expect(report("third"))
    #expect(waiting.collect().map(\.message) == ["third"])
  }

  @Test func `closing returns uncollected issues and rejects later ones`() {
    #expect(report("first"))
    _ = waiting.collect()
    #expect(report("second"))

    #expect(waiting.close().map(\.message) == ["second"])
    #expect(!report("third"))
    #expect(waiting.collect().isEmpty)
    #expect(!report("fourth"))
    #expect(waiting.close().isEmpty)
  }
}
