import Dependence

/// The options for replaying and recording calls in a test process.
package enum RecordingMode: String, CaseIterable, Sendable {
  /// Calls get their recorded responses. Calls without a recording fail.
  case replay
  /// Calls with a recording are replayed. All other calls are executed and recorded.
  case missing
  /// All calls are executed, and their responses replace the recording.
  case all
  /// All calls are executed, and the test fails if a response differs from the recorded one.
  case verify

  /// The name of the environment variable that selects the mode.
  package static let variable = "DEPENDENCE_RECORD"

  /// Whether calls may be executed instead of replayed.
  package var isLive: Bool { self != .replay }

  /// Whether the test may write recordings.
  package var writes: Bool { self == .missing || self == .all }

  /// Whether the environment variable selects a mode that executes calls.
  package static let isLiveRequested =
    System.environmentVariable(variable).flatMap(RecordingMode.init)?.isLive ?? false
}
