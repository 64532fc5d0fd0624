#if canImport(XCTest)
import Dependence
import DependenceHarness
import Foundation
import XCTest

/// A running XCTest test case that receives issues from its dependencies, and owns the dependency
/// root that stores their default values.
///
/// `XCTestRun` is not thread-safe, and recording a failure on a finished run crashes the process.
/// Therefore, only the main thread, which runs the test case, records failures. Issues from other
/// threads wait in a queue until the main thread records them after the last teardown block. In a
/// `DependencyTestCase`, it does this again after `tearDown`.
final class CaseOwner: RootOwner, @unchecked Sendable {
  let name: String
  var hasTraits: Bool { false }
  let checksItsTask: Bool
  // `XCTestCase` is not `Sendable`, so this class is `@unchecked Sendable`. Only the main thread
  // uses the test case, with one exception: any thread can read `failureCount`, whose documentation
  // explains why this is safe.
  private let testCase: XCTestCase
  /// The issues that were reported but have not yet been recorded on the main thread.
  private let pending = WaitingIssues()

  init(_ testCase: XCTestCase) {
    name = testCase.name
    checksItsTask = testCase is DependencyTestCase
    self.testCase = testCase
  }

  func represents(_ testCase: XCTestCase) -> Bool { self.testCase === testCase }

  func receive(_ issue: DependencyIssue) -> Bool {
    record(isOutsideScope ? issue.addingAdvice(UnattributedIssues.captureAdvice) : issue)
    return true
  }

  /// Records an issue as a failure of this test case. On any thread other than the main thread, the
  /// issue waits in a queue until the main thread records it. After the run of the test case has
  /// stopped, for example while lent resources are freed, the issue makes the process fail instead.
  func record(_ issue: DependencyIssue) {
    if !pending.report(issue) {
      UnattributedIssues.note(issue, because: .ended(test: name))
    } else if Thread.isMainThread, testCase.testRun?.stopDate == nil {
      collect()
    }
  }

  /// Whether the current code may be in a detached task, on a queue or on a thread to which the
  /// test has not passed its scope. XCTest nevertheless assigns the issues of such code to the
  /// test.
  ///
  /// All code of a `DependencyTestCase` runs in a scope. A plain `XCTestCase` enters no scope, so
  /// only code on the main thread certainly belongs to the test itself.
  private var isOutsideScope: Bool {
    Frame.bound == nil && (checksItsTask || !Thread.isMainThread)
  }

  // This method is called before code captures the test's scope for use in another task or thread.
  // There is nothing to prepare, because XCTest's current test case is visible from every thread.
  func scopeWillEscape() {}

  func hasRecorded(_ error: any Error) -> Bool { isOfFailedRequirement(error) }

  func isSkipped(by error: any Error) -> Bool { error is XCTSkip }

  var showsNotes: Bool { true }

  /// Prints the failure notes, because XCTest has no attachments on Linux.
  func attach(_ notes: [any FailureNote], of part: String?) {
    let subject = part.map { "\(name), \($0)" } ?? name
    for note in notes { System.writeToStandardError("\(subject): \(note.text)\n") }
  }

  /// The number of failures of this test case so far, including failed XCTest assertions and issues
  /// that wait to be recorded.
  ///
  /// Code on another thread can safely read this property while the test case is waiting for that
  /// code, because the number does not change in the meantime.
  var failureCount: Int? { (testCase.testRun?.totalFailureCount ?? 0) + pending.count }

  /// Records the waiting issues as failures of the test case. Call this method only on the main
  /// thread, because XCTest is not thread-safe.
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

  /// Closes the queue of issues and returns those that have not been recorded yet.
  func closeQueue() -> [DependencyIssue] { pending.close() }

  /// Marks the test case as ended. If any issues have not been recorded yet, the process prints
  /// them and fails when it exits.
  func close() {
    for issue in closeQueue() {
      UnattributedIssues.note(issue, because: .tearingDown(test: name))
    }
  }
}
#endif
