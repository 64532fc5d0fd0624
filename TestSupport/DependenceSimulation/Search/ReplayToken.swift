import DependenceHarness

/// A short string that identifies the schedule of one run, so that the run can be repeated.
///
/// The string consists of letters, digits, `-` and `.`, which have no special meaning in a shell.
public struct ReplayToken: Sendable, Hashable {
  enum Form: Sendable, Hashable {
    case seed(UInt64, Strategy)
    /// The choices of a run. The fingerprint is a hash of the run's steps, or `nil` if it is
    /// unknown. If a replay has a different fingerprint, it did not take the same steps as the
    /// original run.
    case choices([Int], fingerprint: UInt32?, advancesTimeAnytime: Bool)
  }

  let form: Form

  init(seed: UInt64, _ strategy: Strategy = .randomWalk) { form = .seed(seed, strategy) }

  /// Creates a token for a schedule that makes the given choices.
  init(choices: [Int], fingerprint: UInt32? = nil, advancesTimeAnytime: Bool = false) {
    // Omit trailing zeros, because a schedule chooses 0 after it has used up its list of choices.
    let end = choices.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    form = .choices(
      Array(choices[..<end]),
      fingerprint: fingerprint,
      advancesTimeAnytime: advancesTimeAnytime
    )
  }

  /// Creates a token that replays a run. The token contains the run's fingerprint.
  init(_ record: RunRecord) {
    self.init(
      choices: record.choices,
      fingerprint: record.fingerprint,
      advancesTimeAnytime: record.advancesTimeAnytime
    )
  }

  /// Whether the schedule could advance virtual time while tasks were ready to run. The replay must
  /// then be able to do the same.
  var advancesTimeAnytime: Bool { if case .choices(_, _, true) = form { true } else { false } }

  /// Returns `true` if the run has the same fingerprint (hash of its steps) as the token, or if the
  /// token contains no fingerprint.
  func fits(_ record: RunRecord) -> Bool {
    guard case .choices(_, let fingerprint?, _) = form else { return true }
    return fingerprint == record.fingerprint
  }

  /// The name of the environment variable for a replay token. If it is set, every simulation in
  /// this process replays that token.
  static let variable = RepetitionRequest.schedule.variable

  /// Returns the replay token in the environment variable ``variable``, or `nil` if it is not set.
  static func fromEnvironment() throws(ReplayTokenError) -> ReplayToken? {
    guard let text = RepetitionRequest.schedule.take() else { return nil }
    return try ReplayToken(text)
  }
}
