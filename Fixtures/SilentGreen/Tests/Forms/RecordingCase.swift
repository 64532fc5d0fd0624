#if LINKS_RECORDING
import DependenceRecording
import DependenceXCTest
import XCTest

/// Errors in the use of recordings in a test case with the library's base class.
final class RecordingCase: DependencyTestCase {
  private static let mistake = RecordingMistake.current(in: "RecordingCase")

  override func configureDependencies(_ dependencies: inout DependencyValues) {
    // The other test uses a recorder only if the error of this process is `sharedRecording`.
    guard name.hasSuffix("testReports") || Self.mistake == .sharedRecording else { return }
    let recorder = Recorder(named: Self.mistake.rawValue)
    RecordingMistake.install(in: &dependencies, recorder)
  }

  func testBefore() throws {
    try XCTSkipUnless(Self.mistake == .sharedRecording)
  }

  func testReports() {
    let rate = Self.mistake.callEndpoint()

    if Self.mistake == .nowhere { XCTAssertEqual(rate, 1) }
  }
}
#endif
