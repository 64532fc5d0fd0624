#if canImport(XCTest)
import Dependence

/// XCTest, as the core sees it.
struct XCTestSink: IssueSink {
  var product: String { "DependenceXCTest" }

  func receive(_ issue: DependencyIssue) -> Bool {
    if issue.recordInExitTestChild() { return true }
    guard XCTestCenter.shared.isActive else { return false }
    if let running = XCTestCenter.shared.running { return running.owner.receive(issue) }
    UnattributedIssues.note(issue, because: .outsideTests)
    return true
  }

  /// XCTest runs one case at a time, so whatever has no scope of its own belongs to that one.
  func ambientFrame() -> Frame? {
    XCTestCenter.shared.running?.frame
  }
}
#endif
