#if canImport(XCTest)
import Dependence
import DependenceHarness
import Foundation
import XCTest

/// Support for `XCTAssert…` and `XCTFail` while XCTest runs no tests. Without this support, XCTest
/// would ignore their failures.
///
/// On Linux, XCTest passes a failure to its current test case. This type therefore starts a test
/// case that never ends and receives the failures.
enum XCTestAssertions {
  #if canImport(Testing) && !canImport(Darwin) && compiler(<6.4)
  /// If Swift Testing runs the tests of this process, makes a failed assertion in a `@Test`
  /// function fail that test.
  static func install() {
    guard ProcessContext.current.runsSwiftTesting else { return }
    startSentinel()
    XCTestObservationCenter.shared.addTestObserver(NestedRunObserver())
  }

  /// Makes the process fail if an assertion fails after XCTest has run all tests, for example in a
  /// task that outlives its test.
  static func installAfterTests() { startSentinel() }

  private static func startSentinel() {
    System.startThread { AssertionSentinel(name: "sentinel", testClosure: { _ in }).run() }
    AssertionSentinel.isCurrent.wait()
  }
  #else
  static func install() {}
  static func installAfterTests() {}
  #endif
}

#if canImport(Testing) && !canImport(Darwin) && compiler(<6.4)
import Testing

/// A test case that never ends. XCTest reports assertion failures to it while XCTest runs no tests.
///
/// `@unchecked Sendable` because `XCTestCase` is not `Sendable`. This subclass has no mutable
/// state.
private final class AssertionSentinel: XCTestCase, @unchecked Sendable {
  static let isCurrent = DispatchSemaphore(value: 0)

  override var testRunClass: AnyClass? { UnobservedRun.self }

  override func invokeTest() {
    Self.isCurrent.signal()
    System.stay()
  }

  /// Forwards an assertion failure to Swift Testing or, if the current task does not belong to a
  /// test, to the current dependency scope. XCTest calls this method in the task whose assertion
  /// failed.
  override func recordFailure(
    withDescription description: String,
    inFile filePath: String,
    atLine lineNumber: Int,
    expected: Bool
  ) {
    let fileName = filePath.split(separator: "/").last.map(String.init) ?? filePath
    let site = SourceSite("XCTest/\(fileName)", filePath, lineNumber, 0)
    let issue = DependencyIssue(description, kind: .assertion, at: site)
    guard Test.current != nil else { return IssuePath.deliver(issue, from: .current) }
    let root = Frame.current.root
    // Once all tests have ended, Swift Testing prints the issue, but no longer counts it as a
    // failure. Therefore, also make the process fail. If the test has one of this library's traits,
    // its root is closed, and the trait itself makes the process fail.
    guard CaseTasks.isExiting, !root.isClosed, let owner = root.owner else {
      return issue.recordWithSwiftTesting()
    }
    UnattributedIssues.note(issue, because: .ended(test: owner.title)) {
      issue.recordWithSwiftTesting()
    }
  }
}

/// The run of an ``AssertionSentinel``. Unlike other runs, it does not notify observers, because
/// the sentinel is not a test.
private final class UnobservedRun: XCTestCaseRun {
  override func start() {}
}

/// An observer that reports an issue if a `@Test` function calls a test case's `run()` method.
///
/// While such a test case runs, XCTest reports the assertion failures of all tests to it. Once it
/// has ended, XCTest has no current test case and ignores assertion failures until the process
/// exits. This type cannot make ``AssertionSentinel`` the current test case again, because XCTest
/// notifies observers only before it removes the ended test case, and not afterward.
private final class NestedRunObserver: NSObject, XCTestObservation {
  func testCaseWillStart(_ testCase: XCTestCase) {
    let message = """
      Swift Testing runs the tests of this process, but the test case \(testCase.name) was run with its method run. From \
      now on, XCTest ignores failed assertions such as XCTFail in all tests of this process. Run the test case in a \
      test method of an XCTestCase instead.
      """
    let issue = DependencyIssue(message, at: .unknown)
    if issue.recordInExitTestChild() { return }
    if Test.current != nil { issue.recordWithSwiftTesting() }
    // Make the process fail even if the test expects the issue, for example with `withKnownIssue`,
    // because XCTest also ignores the failed assertions of other tests.
    UnattributedIssues.note(
      issue,
      because: "An ignored assertion fails no test, so the test process fails instead."
    )
  }
}
#endif
#endif
