#if canImport(XCTest)
import Dependence
import DependenceHarness
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
    var isActive = false
  }

  private let state = Lock(State())
  private let discovery = Discovery()

  func observe() { XCTestObservationCenter.shared.addTestObserver(self) }

  var running: RunningCase? { state.withLock { $0.running } }

  var isActive: Bool { state.withLock { $0.isActive } }

  /// Keeps an issue of a process that has yet to run its tests; false if XCTest does not run them.
  func receiveBeforeTests(_ issue: DependencyIssue) -> Bool {
    guard ProcessContext.current.runsXCTest else { return false }
    discovery.hold(issue)
    return true
  }

  func testBundleWillStart(_ testBundle: Bundle) { state.withLock { $0.isActive = true } }

  func testCaseWillStart(_ testCase: XCTestCase) {
    if isAssertionSentinel(testCase) { return }
    let owner = CaseOwner(testCase)
    let running = RunningCase(owner: owner, frame: RootFrame(DependencyRoot(owner: owner)))
    state.withLock { $0.running = running }
    // Registered first, so it runs after every other teardown block, on the test's own thread.
    testCase.addTeardownBlock { owner.collect() }
    for issue in discovery.issues(ofMaking: testCase) { _ = owner.receive(issue) }
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
