#if canImport(Testing)
import Dependence
import DependenceHarness
import Testing

/// The phase in which Swift Testing evaluates the arguments and traits of all tests, before it runs
/// the first test case.
enum TestPlanning {
  private static let ended = Lock(false)

  /// Whether a test case that uses this library has started.
  static var hasEnded: Bool { ended.withLock(\.self) }

  /// Records that a test case has started, which ends this phase.
  static func end() { ended.withLock { $0 = true } }

  /// Whether this process has run any Swift Testing tests. Call this function when the process
  /// exits.
  ///
  /// A test that does not use this library does not call ``end()``. To detect such tests, this
  /// function checks the exit status. Swift Testing ends the process with a special status if no
  /// test has run, for example because the test filter selects only XCTest tests.
  static func haveTestsRun() -> Bool {
    // Return `false` in the child process of an exit test. It runs only part of a test, and the
    // parent process runs the test itself.
    if ExitTest.current != nil { return false }
    if hasEnded { return true }
    guard ProcessContext.current.runsSwiftTesting, let status = ExitStatus.current else {
      return false
    }
    return status != statusWithoutTests
  }

  /// The status that Swift Testing exits with if no test has run: the value of `EX_UNAVAILABLE`.
  private static let statusWithoutTests: Int32 = 69

  /// Records an issue on the current test. Also makes the process fail if the issue may have been
  /// reported while Swift Testing was preparing the test, because Swift Testing ignores issues
  /// reported at that time.
  static func record(_ issue: DependencyIssue) {
    if let test = testInPreparation {
      UnattributedIssues.note(issue, because: .preparing(test: test.name)) { issue.record() }
    } else {
      end()
      issue.record()
    }
  }

  /// The test that Swift Testing may be preparing, or `nil` if a test case is running.
  ///
  /// During preparation, `Test.current` is already set, but no test case is running. The same is
  /// true in a trait around a whole suite. To distinguish the two situations, this property is
  /// `nil` once a test case is known to have started. As a result, an issue in a trait around the
  /// first suite may be reported twice.
  static var testInPreparation: Test? {
    Test.Case.current == nil && !hasEnded ? Test.current : nil
  }
}
#endif
