#if canImport(XCTest)
import Dependence
import DependenceHarness
import Foundation
import XCTest

/// An XCTest case that owns a root.
///
/// `XCTestRun` is not thread-safe, and a failure recorded on a finished run is a crash of the whole
/// process. So only the main thread, which drives the case, records; issues from elsewhere wait until
/// it comes by, after the last teardown block, and in the library's base class after `tearDown`.
final class CaseOwner: RootOwner, @unchecked Sendable {
  let name: String
  // Touched on the main thread only, and never after `close()`.
  private let testCase: XCTestCase
  /// Issues that wait for the main thread.
  private let pending = WaitingIssues()

  init(_ testCase: XCTestCase) {
    name = testCase.name
    self.testCase = testCase
  }

  func receive(_ issue: DependencyIssue) -> Bool {
    if !pending.report(issue) {
      UnattributedIssues.note(issue, because: .ended(test: name))
    } else if Thread.isMainThread {
      collect()
    }
    return true
  }

  // Nothing to do: XCTest's current case is the same on every thread.
  func scopeWillEscape() {}

  func hasRecorded(_ error: any Error) -> Bool { isOfFailedRequirement(error) }

  var explainsFailures: Bool { true }

  /// Failed assertions of XCTest among them, which ask nobody.
  ///
  /// On any thread: while a case waits for what reads this, nobody else writes it.
  var failureCount: Int { testCase.testRun?.totalFailureCount ?? 0 }

  /// Records what has been waiting. On the main thread only.
  func collect() {
    for issue in pending.collect() {
      testCase.recordFailure(
        withDescription: issue.message.inASCII,
        inFile: issue.site.filePath,
        atLine: issue.site.line,
        expected: true
      )
    }
  }

  /// Ends the case. What is still waiting came while it was being torn down.
  func close() {
    for issue in pending.close() {
      UnattributedIssues.note(issue, because: .tearingDown(test: name))
    }
  }
}
#endif
