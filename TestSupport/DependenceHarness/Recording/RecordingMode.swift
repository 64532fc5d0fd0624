import Dependence

/// The use of recordings in a test process.
package enum RecordingMode: String, CaseIterable, Sendable {
  /// Calls get their recorded responses. Calls that were not recorded fail.
  case replay
  /// Calls that were not recorded are executed and recorded.
  case missing
  /// All calls are executed and recorded.
  case all
  /// All calls are executed, and their responses are compared with the recorded ones.
  case verify

  /// The environment variable that selects the mode.
  package static let variable = "DEPENDENCE_RECORD"

  /// Whether calls may be executed.
  package var isLive: Bool { self != .replay }

  /// Whether recordings may be written.
  package var writes: Bool { self == .missing || self == .all }

  /// Whether the environment asks for calls that are executed.
  package static let isLiveRequested =
    System.environmentVariable(variable).flatMap(RecordingMode.init)?.isLive ?? false
}
