/// The result of running the code under test once with one schedule.
struct RunResult: Sendable {
  let schedule: Schedule
  let record: RunRecord
  let failures: [String]
  /// A message about work that the simulation did not control, or `nil` if there was no such work.
  /// See ``SimulatedRun/Outcome/uncontrolledCode``.
  let uncontrolledCode: String?
  /// Whether the test runner has already recorded a failure of this run that the search cannot
  /// hide: a failed XCTest assertion, or a Swift Testing expectation that failed in a detached
  /// task.
  let isRecorded: Bool
  /// Whether the run failed before its dependency values were released. Failures in the
  /// deinitializers of these values do not count.
  let hasFailedBeforeRelease: Bool

  var hasFailed: Bool { !failures.isEmpty }
}
