#if canImport(XCTest)
import Dependence
import DependenceHarness
import Foundation
import XCTest

/// An XCTest case that owns a root.
///
/// `XCTestRun` is not thread-safe, and recording a failure on a finished run crashes the process.
/// So failures are recorded only on the main thread, which runs the case. Issues from other threads
/// are kept until the main thread records them after the last teardown block and, in
/// `DependencyTestCase`, after `tearDown`.
final class CaseOwner: RootOwner, @unchecked Sendable {
  let name: String
  // Unchecked because only the main thread uses the test case, except for `failureCount`.
  private let testCase: XCTestCase
  /// Issues that the main thread has not recorded yet.
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

  // This method does nothing, because the current test case of XCTest is the same on every thread.
  func scopeWillEscape() {}

  func hasRecorded(_ error: any Error) -> Bool { isOfFailedRequirement(error) }

  var explainsFailures: Bool { true }

  /// The number of failures so far, including failed assertions of XCTest.
  ///
  /// Any thread may read it, because no thread changes it while the test case waits for the reader.
  var failureCount: Int { testCase.testRun?.totalFailureCount ?? 0 }

  /// Records the issues that were kept. It must be called on the main thread.
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

  /// Ends the case. The remaining issues were reported during tear-down, and make the process fail.
  func close() {
    for issue in pending.close() {
      UnattributedIssues.note(issue, because: .tearingDown(test: name))
    }
  }
}
#endif
