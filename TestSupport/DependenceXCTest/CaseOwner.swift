#if canImport(XCTest)
import Dependence
import DependenceHarness
import Foundation
import XCTest

/// An XCTest case that owns a root, which stores the dependency defaults of the test.
///
/// `XCTestRun` is not thread-safe, and recording a failure on a finished run crashes the process.
/// Therefore, only the main thread, which runs the case, records failures. Issues from other
/// threads wait until the main thread records them after the last teardown block and, in
/// `DependencyTestCase`, after `tearDown`.
final class CaseOwner: RootOwner, @unchecked Sendable {
  let name: String
  // Unchecked because only the main thread uses the test case, except to read `failureCount`.
  private let testCase: XCTestCase
  /// The issues that the main thread has not recorded yet.
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

  // This does nothing, because all threads share the current test case of XCTest.
  func scopeWillEscape() {}

  func hasRecorded(_ error: any Error) -> Bool { isOfFailedRequirement(error) }

  var showsNotes: Bool { true }

  /// The number of failures so far, including failed XCTest assertions.
  ///
  /// Any thread may read it, because the test case waits for the reader and cannot change it
  /// meanwhile.
  var failureCount: Int { testCase.testRun?.totalFailureCount ?? 0 }

  /// Records the issues that are waiting. Call this method on the main thread.
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

  /// Marks the test case as ended. Issues that arrived during tear-down make the process fail.
  func close() {
    for issue in pending.close() {
      UnattributedIssues.note(issue, because: .tearingDown(test: name))
    }
  }
}
#endif
