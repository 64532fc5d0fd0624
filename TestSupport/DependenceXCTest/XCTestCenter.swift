#if canImport(XCTest)
import Dependence
import DependenceHarness
import Foundation
import XCTest

/// An XCTest observer that keeps track of the running test cases, because XCTest has no API for
/// accessing them.
final class XCTestCenter: NSObject, XCTestObservation, Sendable {
  static let shared = XCTestCenter()

  /// A running test case. Its `owner` records the test case's issues, and its `frame` is the scope
  /// that the test case reads dependencies from.
  struct RunningCase {
    let owner: CaseOwner
    let frame: Frame
  }

  private struct State {
    /// The running test cases, outermost first. There are several if a test method calls the
    /// `run()` method of another test case. For example, a test of a base class for test cases does
    /// this.
    var running: [RunningCase] = []
    var isActive = false
    /// The number of running test suites. They are nested, and the outermost one contains all
    /// tests.
    var openSuites = 0
    var hasRunTests = false
  }

  private let state = Lock(State())
  private let discovery = Discovery()

  func observe() { XCTestObservationCenter.shared.addTestObserver(self) }

  /// The innermost running test case, or `nil` if no test case is running.
  var running: RunningCase? { state.withLock { $0.running.last } }

  var isActive: Bool { state.withLock { $0.isActive } }

  /// Whether XCTest has started a test case in this process.
  var hasRunTests: Bool { state.withLock { $0.hasRunTests } }

  /// Stores an issue that occurred before the first test until the test case class that caused it
  /// is found. Returns `false` if this process does not run XCTest.
  func receiveBeforeTests(_ issue: DependencyIssue) -> Bool {
    guard ProcessContext.current.runsXCTest else { return false }
    discovery.hold(issue)
    return true
  }

  /// Records that code outside any test captures a scope or a dependency's value. The code may be
  /// the initial value of a stored property in a test case.
  func noteCapture(of name: String?, at site: SourceSite) {
    guard ProcessContext.current.runsXCTest else { return }
    discovery.noteCapture(of: name, at: site, isBeforeTests: !isActive)
  }

  func testBundleWillStart(_ testBundle: Bundle) { state.withLock { $0.isActive = true } }

  func testSuiteWillStart(_ testSuite: XCTestSuite) { state.withLock { $0.openSuites += 1 } }

  func testSuiteDidFinish(_ testSuite: XCTestSuite) {
    let isLast = state.withLock { state in
      state.openSuites -= 1
      return state.openSuites == 0
    }
    if isLast { XCTestAssertions.installAfterTests() }
  }

  func testCaseWillStart(_ testCase: XCTestCase) {
    let owner = CaseOwner(testCase)
    let running = RunningCase(owner: owner, frame: RootFrame(DependencyRoot(owner: owner)))
    state.withLock { state in
      state.running.append(running)
      state.hasRunTests = true
    }
    CaseTasks.testWillStart(owner) { owner.closeQueue() }
    // Record the issues from other threads at the end of the test. XCTest runs teardown blocks in
    // reverse order, so this block, which is added first, runs after all blocks that the test adds.
    testCase.addTeardownBlock { owner.collect() }
    for issue in discovery.issues(ofMaking: testCase) { owner.record(issue) }
  }

  #if !canImport(Darwin)
  /// Records that a test ends early if an `XCTUnwrap` in it fails. XCTest on Linux counts such a
  /// failure as a failed assertion, and ignores the error that `XCTUnwrap` then throws, so that
  /// `hasEndedEarly` of the test run is `false`.
  func testCase(
    _ testCase: XCTestCase,
    didFailWithDescription description: String,
    inFile filePath: String?,
    atLine lineNumber: Int
  ) {
    // If the test catches the error, it does not end early, but this method cannot tell. Treating
    // it as ended does no harm, because the failed `XCTUnwrap` has already made the test fail.
    guard description.hasPrefix("XCTUnwrap ") else { return }
    let running = state.withLock { $0.running.last { $0.owner.represents(testCase) } }
    running?.frame.root.noteEarlyEnd()
  }
  #endif

  func testCaseDidFinish(_ testCase: XCTestCase) {
    let finished = state.withLock { state in
      state.running.lastIndex { $0.owner.represents(testCase) }.map { state.running.remove(at: $0) }
    }
    guard let finished else { return }
    // XCTest no longer accepts failures at this point. A problem that is found only now, such as an
    // unfinished call to a spy, makes the process fail instead of the test. `DependencyTestCase`
    // checks for such problems earlier, so that the test fails.
    let root = finished.frame.root
    if testCase.testRun?.hasEndedEarly == true { root.noteEarlyEnd() }
    let leftovers = root.end()
    if let leftovers {
      UnattributedIssues.note(leftovers, because: .tearingDown(test: finished.owner.name))
    }
    if let issue = (testCase as? DependencyTestCase)?.invocationIssue {
      UnattributedIssues.note(
        issue,
        because: "XCTest reports the test as passed, so the test process fails instead of the test."
      )
    }
    if leftovers != nil || finished.owner.failureCount != 0 {
      finished.owner.attach(root.failureNotes, of: nil)
    }
    finished.owner.close()
    CaseTasks.testDidEnd(finished.owner)
  }
}

extension DependencyTestCase {
  /// The issue to report if the test has passed although its test method was not run, or `nil`
  /// otherwise.
  fileprivate var invocationIssue: DependencyIssue? {
    guard !isInvoked, let testRun, !testRun.hasBeenSkipped, testRun.totalFailureCount == 0 else {
      return nil
    }
    let message = """
      The test method of \(name) was not run, because \(type(of: self)) overrides invokeTest() without calling \
      super.invokeTest(). Call it, or skip the test method with XCTSkip.
      """
    return DependencyIssue(message, at: .unknown)
  }
}

extension XCTestRun {
  /// Whether the test was skipped or threw an error.
  var hasEndedEarly: Bool { hasBeenSkipped || unexpectedExceptionCount > 0 }
}
#endif
