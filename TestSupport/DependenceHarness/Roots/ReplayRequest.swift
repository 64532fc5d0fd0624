import Dependence

/// A request, made with the environment variable `DEPENDENCE_REPLAY`, to replay the schedule of an
/// earlier test run. A schedule is the order in which a simulation runs tasks. Every simulation in
/// this process replays the requested schedule.
package enum ReplayRequest {
  package static let variable = "DEPENDENCE_REPLAY"
  private static let isTaken = Lock(false)

  /// Returns the value of the environment variable `DEPENDENCE_REPLAY`, or `nil` if it is not set.
  /// The value is a replay token, which is text that encodes the schedule to replay. Also records
  /// that a simulation has requested the token.
  package static func take() -> String? {
    isTaken.withLock { $0 = true }
    return System.environmentVariable(variable)
  }

  /// Makes the process fail when it exits if a replay was requested and tests ran, but no
  /// simulation used the replay token. Otherwise, a test filter that excludes the failing test
  /// would make the failure look fixed.
  ///
  /// - Parameter testsHaveRun: A closure that returns whether this process has run tests. It is
  ///   called when the process exits, and can use ``ExitStatus``. `swift test` starts one process
  ///   for each test library, and a process without tests must not fail.
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
    // Exit handlers run in reverse order, so the exit status is stored before the handler above
    // runs.
    ExitStatus.observe()
  }
}
