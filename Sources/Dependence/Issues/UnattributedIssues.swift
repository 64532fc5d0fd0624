/// Issues in a test process that cannot be recorded as issues of any test, for example because the
/// test has already ended.
///
/// These issues are printed immediately and make the process fail, even if all tests pass.
package enum UnattributedIssues {
  private struct State {
    var count = 0
    /// The functions registered with ``checkAtExit(_:)``. When the process exits, they check for
    /// failures that were not detected earlier.
    var lastChecks: [@Sendable () -> Void] = []
    var verdicts: [String] = []
    /// Whether the exit handler has determined whether the process fails.
    var isJudged = false
  }

  private static let state = Lock(State())
  // The first access to this constant registers an exit handler. Later accesses have no effect.
  private static let judgesAtExit: Void = System.atExit { UnattributedIssues.judge() }

  /// Prints `issue`, and makes this process fail when it exits. If a test launched this process
  /// with `DEPENDENCE_CONTEXT=test`, the test's own process fails, too. Does nothing if this
  /// process only lists its tests instead of running them.
  package static func note(_ issue: DependencyIssue, because explanation: String) {
    // Listing the tests also creates their test cases, which can report issues. Ignore these
    // issues, because they occur again when the tests run.
    if ProcessContext.current.listsTests { return }
    let launched = """
      A test launched this program with DEPENDENCE_CONTEXT=test, so this program and the process of the test fail.
      """
    let explanation = ProcessContext.current.isLaunchedByTest ? launched : explanation
    judgesAtExit
    // Inform the parent process first, and count the issue before printing it, because another
    // thread may end the process in the meantime. If the exit handler has already counted the
    // issues, it can no longer make the process fail because of this one, so end the process here.
    LaunchedProcesses.passOn(issue.line, "reported an issue")
    let isJudged = state.withLock { state in
      state.count += 1
      return state.isJudged
    }
    System.writeToStandardError("\(issue.line)\n  \(explanation)\n")
    if isJudged { System.exitWithFailure() }
  }

  /// Registers a function to run when the process exits. Issues that the function reports also make
  /// the process fail.
  package static func checkAtExit(_ check: @escaping @Sendable () -> Void) {
    state.withLock { $0.lastChecks.append(check) }
    judgesAtExit
  }

  /// Makes the process fail when it exits, and prints `verdict` as the reason for the failure.
  package static func fail(because verdict: String) {
    LaunchedProcesses.passOn(verdict, "failed")
    state.withLock { $0.verdicts.append(verdict) }
    judgesAtExit
  }

  private static func judge() {
    for check in state.withLock({ $0.lastChecks }) { check() }
    var (count, verdicts) = state.withLock { state in
      state.isJudged = true
      return (state.count, state.verdicts)
    }
    if count > 0 {
      let issues = count == 1 ? "1 issue" : "\(count) issues"
      verdicts.insert("\(issues) could not be recorded on a running test (printed above)", at: 0)
    }
    let subject =
      ProcessContext.current.isLaunchedByTest
      ? "This program, which a test launched, fails" : "This test process fails"
    for verdict in verdicts {
      System.writeToStandardError("dependence: \(subject): \(verdict)\n")
    }
    if !verdicts.isEmpty { System.exitWithFailure() }
  }

  /// Returns a message that explains why no test runner has recorded an issue.
  static func explanation(linked: [String]) -> String {
    let missing = ["DependenceTesting", "DependenceXCTest"].filter { !linked.contains($0) }
    let advice =
      missing.count == 1
      ? "also add the product \(missing[0])"
      : "add the product DependenceTesting (Swift Testing) or DependenceXCTest (XCTest)"
    return """
      The test runner did not record this issue, so the test process fails instead of a test. To let the right test \
      fail, \(advice) to the dependencies of the test target.
      """
  }
}
