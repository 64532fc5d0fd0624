/// Issues of a test process that no running test can be failed with.
///
/// They are printed at once, and they make the process fail when it exits, whatever the runner says.
package enum UnattributedIssues {
  private struct State {
    var count = 0
    /// Checks that look for more when the process ends.
    var lastChecks: [@Sendable () -> Void] = []
    var verdicts: [String] = []
  }

  private static let state = Lock(State())
  // Registered once, by whoever asks for it first.
  private static let judgesAtExit: Void = System.atExit { UnattributedIssues.judge() }

  /// Prints `issue` and makes the process fail at exit; nothing, where tests are only listed.
  package static func note(_ issue: DependencyIssue, because explanation: String) {
    // Issues of test cases that are made come again when they run.
    if ProcessContext.current.listsTests { return }
    System.writeToStandardError("\(issue.line)\n  \(explanation)\n")
    state.withLock { $0.count += 1 }
    judgesAtExit
  }

  /// Runs `check` when the process exits; what it notes still makes the process fail.
  package static func checkAtExit(_ check: @escaping @Sendable () -> Void) {
    state.withLock { $0.lastChecks.append(check) }
    judgesAtExit
  }

  /// Makes the process fail with these words. For checks at exit.
  package static func fail(because verdict: String) {
    state.withLock { $0.verdicts.append(verdict) }
  }

  private static func judge() {
    for check in state.withLock({ $0.lastChecks }) { check() }
    var (count, verdicts) = state.withLock { ($0.count, $0.verdicts) }
    if count > 0 {
      let issues = count == 1 ? "1 issue" : "\(count) issues"
      verdicts.insert(
        "\(issues) could not be recorded on a running test (printed above where each happened)",
        at: 0
      )
    }
    for verdict in verdicts {
      System.writeToStandardError("dependence: this test process fails: \(verdict)\n")
    }
    if !verdicts.isEmpty { System.exitWithFailure() }
  }

  /// The explanation of an issue that no linked product took.
  static func explanation(linked: [String]) -> String {
    let missing = ["DependenceTesting", "DependenceXCTest"].filter { !linked.contains($0) }
    let advice =
      missing.count == 1
      ? "link the product \(missing[0]) too"
      : "link the product DependenceTesting (Swift Testing) or DependenceXCTest (XCTest)"
    return """
      The runner of this test process did not take this issue, so no test fails with it; the \
      process will. To fail the right test, \(advice) in the test target's dependencies.
      """
  }
}
