import Dependence

/// A mode that determines whether calls to endpoints are executed or replayed from a recording.
package enum RecordingMode: String, CaseIterable, Sendable {
  /// Replays recorded responses and never executes a call. A call that was not recorded fails.
  case replay
  /// Replays recorded calls, and executes and records all other calls.
  case missing
  /// Executes all calls and replaces the recording with their responses.
  case all
  /// Executes all calls without recording them. The test fails if a response differs from the
  /// recorded one.
  case verify

  /// The name of the environment variable that selects the mode.
  package static let variable = "DEPENDENCE_RECORD"

  /// Whether this mode can execute calls.
  package var isLive: Bool { self != .replay }

  /// Whether this mode writes recordings.
  package var writes: Bool { self == .missing || self == .all }

  /// The recording mode selected by the environment variable `DEPENDENCE_RECORD`. The mode is
  /// `.replay` if the variable has an invalid value, or if it selects a mode that writes recordings
  /// while the variable `CI` is set. In both cases, the tuple's `problem` explains why.
  package static let ofProcess = read(environment: System.environmentVariable)

  package static func read(
    environment: (String) -> String?
  ) -> (mode: RecordingMode, problem: String?) {
    guard let value = environment(variable), !value.isEmpty else { return (.replay, nil) }
    guard let mode = RecordingMode(rawValue: value) else { return (.replay, problem(with: value)) }
    let continuousIntegration = environment("CI") ?? ""
    guard mode.writes, !["", "0", "false"].contains(continuousIntegration) else {
      return (mode, nil)
    }
    let problem = """
      \(variable) is "\(value)", but the environment variable CI is set too, and continuous integration must not write \
      recordings. Nothing was recorded. Unset one of the two variables.
      """
    return (.replay, problem)
  }

  /// An error message if the environment variable has an invalid value, or `nil` otherwise.
  static var invalidValue: String? {
    guard let value = System.environmentVariable(variable), !value.isEmpty,
      RecordingMode(rawValue: value) == nil
    else { return nil }
    return problem(with: value)
  }

  private static func problem(with value: String) -> String {
    let names = allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    return
      "\(variable) is \"\(value)\". Set it to one of \(names), or unset it to replay recordings."
  }
}
