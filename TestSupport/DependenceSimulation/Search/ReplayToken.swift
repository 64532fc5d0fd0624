import Dependence

/// A short text that identifies the schedule of one run, so that the run can be repeated.
///
/// The text consists of letters, digits, `-` and `.`, which have no special meaning in a shell.
public struct ReplayToken: Sendable, Hashable {
  enum Form: Sendable, Hashable {
    case seed(UInt64, Strategy)
    case choices([Int])
  }

  let form: Form
  /// A hash of the run from which the token was created, or `nil` if it is unknown. It reveals a
  /// replay that takes other steps.
  let fingerprint: UInt32?
  /// Whether the schedule of the run chose when virtual time passed.
  var movesTimeAnytime = false

  init(seed: UInt64, _ strategy: Strategy = .walk, fingerprint: UInt32? = nil) {
    form = .seed(seed, strategy)
    self.fingerprint = fingerprint
  }

  /// Creates a token for the schedule that makes the given choices.
  init(choices: [Int], fingerprint: UInt32? = nil, movesTimeAnytime: Bool = false) {
    // Zeros at the end are omitted, because a schedule without further choices always chooses 0.
    let end = choices.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    form = .choices(Array(choices[..<end]))
    self.fingerprint = fingerprint
    self.movesTimeAnytime = movesTimeAnytime
  }

  /// Creates a token that replays a run and contains the fingerprint of the run.
  init(_ record: RunRecord) {
    let anytime = record.participants.contains { $0.kind == .time }
    let fingerprint = record.fingerprint
    self.init(choices: record.choices, fingerprint: fingerprint, movesTimeAnytime: anytime)
  }

  /// Returns `true` if the run has the same fingerprint as the token, or if the token has none.
  func fits(_ record: RunRecord) -> Bool { fingerprint.map { $0 == record.fingerprint } ?? true }

  /// The environment variable with the token that every simulation in this process replays.
  static let variable = "DEPENDENCE_REPLAY"

  /// Returns the token in the environment variable, or `nil` if the variable is not set.
  static func fromEnvironment() throws(ReplayTokenError) -> ReplayToken? {
    guard let text = System.environmentVariable(variable) else { return nil }
    return try ReplayToken(text)
  }
}
