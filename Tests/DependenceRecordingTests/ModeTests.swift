import DependenceTesting
import Testing

@testable import DependenceRecording

struct ModeTests {
  @Test(arguments: [
    (nil, nil, RecordingMode.replay, false), ("", nil, .replay, false),
    ("missing", nil, .missing, false), ("all", "false", .all, false),
    ("verify", "true", .verify, false),
    ("all", "true", .replay, true), ("missing", "1", .replay, true),
    ("Missing", nil, .replay, true),
  ])
  func `the environment selects the recording mode`(
    record: String?,
    ci: String?,
    mode: RecordingMode,
    isProblem: Bool
  ) {
    let read = RecordingMode.read { ["DEPENDENCE_RECORD": record, "CI": ci][$0] ?? nil }

    #expect(read.mode == mode)
    #expect((read.problem != nil) == isProblem)
  }
}
