import Dependence
import DependenceHarness
import Testing

struct WaitingIssuesTests {
  private let waiting = WaitingIssues()

  private func report(_ message: String) -> Bool {
    waiting.report(DependencyIssue(message, at: .unknown))
  }

  @Test func `an issue is collected once, in order`() {
    #expect(report("first"))
    #expect(report("second"))

    #expect(waiting.collect().map(\.message) == ["first", "second"])
    #expect(waiting.collect().isEmpty)
    #expect(report("third"))
    #expect(waiting.collect().map(\.message) == ["third"])
  }

  @Test func `what nobody has collected comes at the end, and nothing after`() {
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
