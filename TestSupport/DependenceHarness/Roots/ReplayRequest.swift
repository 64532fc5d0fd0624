import Dependence

/// A request to replay a schedule, made with the environment variable `DEPENDENCE_REPLAY`. Every
/// simulation in this process replays that schedule, the order in which the simulation runs tasks.
package enum ReplayRequest {
  package static let variable = "DEPENDENCE_REPLAY"
  private static let isTaken = Lock(false)

  /// Returns the replay token, which is text that encodes the schedule to replay, or `nil` if the
  /// variable is not set. Also records that a simulation has requested the token.
  package static func take() -> String? {
    isTaken.withLock { $0 = true }
    return System.environmentVariable(variable)
  }

  /// Makes the process fail when it exits if a replay was requested and tests ran, but none of them
  /// contained a simulation. Otherwise, a test filter that excludes the failing test would make the
  /// failure look fixed.
  ///
  /// - Parameter testsHaveRun: A closure that returns whether this process has run tests. It is
  ///   called when the process exits, and can use ``ExitStatus``. `swift test` starts one
  ///   process for each test library, and a process without tests must not fail.
  package static func checkAtExit(ifTestsHaveRun testsHaveRun: @escaping @Sendable () -> Bool) {
    guard !ProcessContext.current.listsTests,
      let token = System.environmentVariable(variable)
    else { return }
    UnattributedIssues.checkAtExit {
      guard testsHaveRun(), !isTaken.withLock(\.self) else { return }
      UnattributedIssues.fail(
        because: """
          \(variable) is "\(token)", but none of the tests that ran contains a simulation, so nothing was replayed. \
          Run only the test that printed the token, with swift test --filter, or unset the variable.
          """
      )
    }
    // Exit handlers run in reverse order, so the status is stored before the check above runs.
    ExitStatus.observe()
  }
}
