import Dependence

/// The request to replay a schedule, in the environment variable `DEPENDENCE_REPLAY`. Every
/// simulation of this process replays that schedule.
package enum ReplayRequest {
  package static let variable = "DEPENDENCE_REPLAY"
  private static let isTaken = Lock(false)

  /// Returns the requested replay token for a simulation, or `nil` if the variable is not set.
  package static func take() -> String? {
    isTaken.withLock { $0 = true }
    return System.environmentVariable(variable)
  }

  /// Makes this process fail when it exits if a replay was requested, and tests ran, but none of
  /// them contains a simulation. Otherwise, a mistake in the filter for the test would look as if
  /// the failure had been corrected.
  package static func checkAtExit(ifTestsHaveRun testsHaveRun: @escaping @Sendable () -> Bool) {
    guard let token = System.environmentVariable(variable) else { return }
    UnattributedIssues.checkAtExit {
      guard testsHaveRun(), !isTaken.withLock(\.self) else { return }
      UnattributedIssues.fail(
        because: """
          \(variable) is "\(token)", but none of the tests that ran contains a simulation, so nothing was replayed. \
          Run the test that printed the token, or unset the variable.
          """
      )
    }
  }
}
