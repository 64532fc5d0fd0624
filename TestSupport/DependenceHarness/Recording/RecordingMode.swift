import Dependence

/// A mode that determines whether a test process executes calls or replays recorded responses.
package enum RecordingMode: String, CaseIterable, Sendable {
  /// Replays recorded responses. A call without a recording fails.
  case replay
  /// Replays calls that have a recording. Executes and records all other calls.
  case missing
  /// Executes all calls, and replaces the recording with their responses.
  case all
  /// Executes all calls. The test fails if a response differs from the recorded response.
  case verify

  /// The environment variable that selects the mode.
  package static let variable = "DEPENDENCE_RECORD"

  /// Whether this mode can execute calls instead of replaying them.
  package var isLive: Bool { self != .replay }

  /// Whether this mode writes recordings.
  package var writes: Bool { self == .missing || self == .all }

  /// Whether the environment variable selects a mode that can execute calls.
  package static let isLiveRequested =
    System.environmentVariable(variable).flatMap(RecordingMode.init)?.isLive ?? false
}
