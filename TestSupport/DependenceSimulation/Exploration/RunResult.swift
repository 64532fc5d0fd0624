/// The result of running the code under test once with one schedule.
struct RunResult: Sendable {
  let schedule: Schedule
  let record: RunRecord
  let failures: [String]
  /// See ``SimulatedRun/Outcome/uncontrolledCode``.
  let uncontrolledCode: String?
  /// Whether XCTest has already recorded a failure of this run, which cannot be undone.
  let isRecorded: Bool

  var hasFailed: Bool { !failures.isEmpty }
}
