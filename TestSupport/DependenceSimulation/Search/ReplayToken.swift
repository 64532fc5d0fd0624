import Dependence

/// A word that stands for the schedule of one run, to run it again.
///
/// It consists of letters, digits, `-` and `.`, and no shell takes any of them for more than that.
public struct ReplayToken: Sendable, Hashable {
  enum Form: Sendable, Hashable {
    case seed(UInt64, Strategy)
    case choices([Int])
  }

  let form: Form
  /// The fingerprint of the run that it was taken from; nil if not known.
  let fingerprint: UInt32?
  /// True if the passing of time was a choice.
  var movesTimeAnytime = false

  init(seed: UInt64, _ strategy: Strategy = .walk, fingerprint: UInt32? = nil) {
    form = .seed(seed, strategy)
    self.fingerprint = fingerprint
  }

  /// A token for the schedule that makes these choices.
  init(choices: [Int], fingerprint: UInt32? = nil, movesTimeAnytime: Bool = false) {
    // What follows is first in, first out anyway.
    let end = choices.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    form = .choices(Array(choices[..<end]))
    self.fingerprint = fingerprint
    self.movesTimeAnytime = movesTimeAnytime
  }

  /// A token that replays this run, and knows it again.
  init(_ record: RunRecord) {
    let anytime = record.participants.contains { $0.kind == .time }
    let fingerprint = record.fingerprint
    self.init(choices: record.choices, fingerprint: fingerprint, movesTimeAnytime: anytime)
  }

  /// True if this may be the run that the token was taken from.
  func fits(_ record: RunRecord) -> Bool { fingerprint.map { $0 == record.fingerprint } ?? true }

  /// The environment variable with the token of the schedule that every simulation takes.
  static let variable = "DEPENDENCE_REPLAY"

  /// The token that the environment asks for; nil if it asks for none.
  static func fromEnvironment() throws(ReplayTokenError) -> ReplayToken? {
    guard let text = System.environmentVariable(variable) else { return nil }
    return try ReplayToken(text)
  }
}
