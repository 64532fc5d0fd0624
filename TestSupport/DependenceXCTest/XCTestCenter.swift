#if canImport(XCTest)
import Dependence
import Foundation
import XCTest

/// Knows the test case that XCTest is running, which XCTest itself does not tell.
final class XCTestCenter: NSObject, XCTestObservation, Sendable {
  static let shared = XCTestCenter()

  /// A case from its start to its end, with the scope in which it runs.
  struct RunningCase {
    let owner: CaseOwner
    let frame: Frame
  }

  private struct State {
    var running: RunningCase?
    /// Whether XCTest has started anything in this process.
    var isActive = false
  }

  private let state = Lock(State())

  func observe() {
    XCTestObservationCenter.shared.addTestObserver(self)
  }

  /// The case that runs now.
  var running: RunningCase? { state.withLock { $0.running } }

  /// Whether this process is XCTest's.
  var isActive: Bool { state.withLock { $0.isActive } }

  func testBundleWillStart(_ testBundle: Bundle) {
    state.withLock { $0.isActive = true }
  }

  func testCaseWillStart(_ testCase: XCTestCase) {
    if isAssertionSentinel(testCase) { return }
    let owner = CaseOwner(testCase)
    let running = RunningCase(owner: owner, frame: RootFrame(DependencyRoot(owner: owner)))
    state.withLock { state in
      state.isActive = true
      state.running = running
    }
    // Registered first, so it runs after every other teardown block, on the test's own thread.
    testCase.addTeardownBlock { owner.collect() }
  }

  func testCaseDidFinish(_ testCase: XCTestCase) {
    if isAssertionSentinel(testCase) { return }
    let finished = state.withLock { state in
      defer { state.running = nil }
      return state.running
    }
    guard let finished else { return }
    // Too late for XCTest: only our base class can look between tearDown and here.
    let root = finished.frame.root
    let leftovers = root.finishAudits()
    if let leftovers {
      UnattributedIssues.note(leftovers, because: .tearingDown(test: finished.owner.name))
    }
    if leftovers != nil || testCase.testRun?.totalFailureCount != 0 {
      for note in root.failureNotes {
        System.writeToStandardError("\(testCase.name): \(note.text)\n")
      }
    }
    root.close()
    finished.owner.close()
  }
}
#endif
