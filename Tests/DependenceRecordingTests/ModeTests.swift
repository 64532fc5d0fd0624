import DependenceTesting
import Subprocesses
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

  @Test func `an invalid recording mode fails a run whose tests use no recordings`() async throws {
    let transcript = try await Subprocess.runSelf(
      ["--testing-library", "swift-testing", "--filter", "ModeTests/.the environment selects"],
      environment: ["DEPENDENCE_RECORD": "verfiy"]
    )

    #expect(transcript.ending == .exit(1), "\(transcript)")
    #expect(
      transcript.contains(
        #"DEPENDENCE_RECORD is "verfiy". Set it to one of "replay", "missing", "all", "verify""#
      ),
      "\(transcript)"
    )
  }
}
