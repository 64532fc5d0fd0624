import Dependence

/// A request to repeat a failure, made by setting an environment variable to a value from the
/// failure's report.
package enum RepetitionRequest: CaseIterable, Sendable {
  /// Every simulation in this process replays one schedule, the order in which a simulation runs
  /// its tasks. The value is a replay token, which encodes the schedule as text.
  case schedule
  /// Every stress test that does not specify a seed in code uses the seed in the environment
  /// variable.
  case stress
  /// All faults that do not specify a seed in code use the seed in the environment variable.
  case faults

  private static let taken = Lock<Set<RepetitionRequest>>([])

  package var variable: String {
    switch self {
    case .schedule: "DEPENDENCE_REPLAY"
    case .stress: "DEPENDENCE_STRESS_SEED"
    case .faults: "DEPENDENCE_FAULTS_SEED"
    }
  }

  /// Returns the value of the environment variable, or `nil` if it is not set. Also records that a
  /// test uses the value.
  package func take() -> String? {
    Self.taken.withLock { _ = $0.insert(self) }
    return System.environmentVariable(variable)
  }

  /// Makes the process fail when it exits if a repetition was requested and tests have run, but
  /// none of them used the value. Otherwise, a test filter that excludes the failing test would
  /// make the failure look fixed.
  ///
  /// - Parameter testsHaveRun: A closure that returns whether this process has run tests. It is
  ///   called when the process exits, and can use ``ExitStatus``. `swift test` starts one
  ///   process for each test library, and a process without tests must not fail.
  package static func checkAtExit(ifTestsHaveRun testsHaveRun: @escaping @Sendable () -> Bool) {
    let requests = allCases.compactMap { request in
      System.environmentVariable(request.variable).map { (request: request, value: $0) }
    }
    guard !ProcessContext.current.listsTests, !requests.isEmpty else { return }
    UnattributedIssues.checkAtExit {
      guard testsHaveRun() else { return }
      let taken = taken.withLock(\.self)
      for (request, value) in requests where !taken.contains(request) {
        UnattributedIssues.fail(because: request.messageIfUnused(value))
      }
    }
    // Exit handlers run in reverse order of registration, so the status is stored before the check
    // above runs.
    ExitStatus.observe()
  }

  private func messageIfUnused(_ value: String) -> String {
    let (reason, source) =
      switch self {
      case .schedule:
        (
          "contains a simulation without a replay token in its code, so nothing was replayed",
          "token"
        )
      case .stress:
        ("is a stress test without a seed in its code, so nothing was repeated", "seed")
      case .faults: ("injects faults without a seed in its code, so nothing was repeated", "seed")
      }
    return """
      \(variable) is "\(value)", but none of the tests that ran \(reason). Run only the test that printed the \(source), \
      with swift test --filter, or unset the variable.
      """
  }
}
