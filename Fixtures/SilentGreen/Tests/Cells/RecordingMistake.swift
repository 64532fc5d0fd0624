#if LINKS_RECORDING
import Dependence
import DependenceRecording

/// An error in the use of a recording. The files in `Forms/Recordings` have the names of the cases.
///
/// In each cell, the code under test ignores the errors of its calls, so only the library can fail
/// the test.
enum RecordingMistake: String {
  case nowhere
  /// The test makes a call that was not recorded.
  case unrecordedCall
  /// The recording has a line that is not JSON.
  case damagedRecording
  /// `DEPENDENCE_RECORD` is `all`, although `CI` is set.
  case recordingInCI
  /// `DEPENDENCE_RECORD` is `verify`, and the live endpoint returns a rate that differs from the
  /// recorded one.
  case differentResponse
  /// Two tests use the same recording.
  case sharedRecording

  /// Returns the error of this process, or `nowhere` if the process belongs to another form.
  static func current(in form: String) -> RecordingMistake {
    guard let cell = Cell.current, cell.form == form else { return .nowhere }
    guard let mistake = RecordingMistake(rawValue: cell.place) else {
      fatalError("There is no error \(cell.place)")
    }
    return mistake
  }

  /// Installs an endpoint that is recorded. All recordings contain the rate 1.
  static func install(in dependencies: inout DependencyValues, _ recorder: Recorder) {
    dependencies.rates.fetch = recorder.wrap("RatesClient.fetch") { (_: String) throws -> Double in
      2
    }
  }

  /// Calls the endpoint, and returns the rate.
  func callEndpoint() -> Double? {
    @Dependency(\.rates) var rates
    return try? rates.fetch(self == .unrecordedCall ? "USD" : "EUR")
  }
}
#endif
