#if canImport(XCTest)
import Dependence
import DependenceHarness
import Foundation
import XCTest

/// An XCTest case that owns a dependency root, which stores the default values of the test's
/// dependencies.
///
/// `XCTestRun` is not thread-safe, and recording a failure on a finished run crashes the process.
/// Therefore, failures are recorded only on the main thread, which runs the test case. Issues from
/// other threads have to wait. The main thread records them after the last teardown block and, in a
/// `DependencyTestCase`, after `tearDown`.
final class CaseOwner: RootOwner, @unchecked Sendable {
  let name: String
  // `@unchecked Sendable` because only the main thread uses the test case, except in
  // `failureCount`.
  private let testCase: XCTestCase
  /// The issues that have not been recorded on the main thread yet.
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

  // Nothing to do: unlike in Swift Testing, XCTest's current test case is visible on all threads.
  func scopeWillEscape() {}

  func hasRecorded(_ error: any Error) -> Bool { isOfFailedRequirement(error) }

  var showsNotes: Bool { true }

  /// The number of failures so far, including failed XCTest assertions.
  ///
  /// Any thread may read this property. The test case waits for the reader, so it does not change
  /// the number in the meantime.
  var failureCount: Int { testCase.testRun?.totalFailureCount ?? 0 }

  /// Records the issues that other threads have reported, because XCTest records issues only on
  /// the main thread. Call this method on the main thread.
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

  /// Marks the test case as ended. Issues that have not been recorded yet make the process fail.
  func close() {
    for issue in pending.close() {
      UnattributedIssues.note(issue, because: .tearingDown(test: name))
    }
  }
}
#endif
