import Dependence

/// A mode that determines whether calls to endpoints are executed or replayed from a recording.
package enum RecordingMode: String, CaseIterable, Sendable {
  /// Replays recorded responses and never executes a call. A call that was not recorded fails.
  case replay
  /// Replays calls that were recorded. Executes and records all other calls.
  case missing
  /// Executes all calls, and replaces the recording with their responses.
  case all
  /// Executes all calls without recording them. The test fails if a response differs from the
  /// recorded one.
  case verify

  /// The name of the environment variable that selects the mode.
  package static let variable = "DEPENDENCE_RECORD"

  /// Whether this mode can execute calls instead of replaying them.
  package var isLive: Bool { self != .replay }

  /// Whether this mode writes recordings.
  package var writes: Bool { self == .missing || self == .all }

  /// Whether the environment variable `DEPENDENCE_RECORD` selects a mode that can execute calls.
  package static let isLiveRequested =
    System.environmentVariable(variable).flatMap(RecordingMode.init)?.isLive ?? false
}
