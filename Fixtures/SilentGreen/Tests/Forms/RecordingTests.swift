#if LINKS_RECORDING
import DependenceRecording
import DependenceTesting
import Testing

/// Errors in the use of recordings in tests with the trait. Each case of the test has a separate
/// recording.
struct RecordingTests {
  private static let mistake = RecordingMistake.current(in: "RecordingTests")

  @Test(
    .recorded { RecordingMistake.install(in: &$1, $0) },
    arguments: [mistake]
  )
  func reports(mistake: RecordingMistake) {
    let rate = mistake.callEndpoint()

    if mistake == .nowhere { #expect(rate == 1) }
  }

  struct SameNameTests {
    @Test(
      .enabled(if: mistake == .sharedRecording),
      .recorded { RecordingMistake.install(in: &$1, $0) },
      arguments: [mistake]
    )
    func reports(mistake: RecordingMistake) {
      _ = mistake.callEndpoint()
    }
  }
}
#endif
