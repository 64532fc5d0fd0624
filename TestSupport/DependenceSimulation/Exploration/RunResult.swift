/// The result of running the code under test once with one schedule.
struct RunResult: Sendable {
  let schedule: Schedule
  let record: RunRecord
  let failures: [String]
  /// See ``SimulatedRun/Outcome/uncontrolledCode``.
  let uncontrolledCode: String?
  /// Whether the test runner has already recorded a failure of this run, which cannot be undone. This
  /// applies to assertions of XCTest, and to expectations of Swift Testing in detached tasks.
  let isRecorded: Bool

  var hasFailed: Bool { !failures.isEmpty }
}
