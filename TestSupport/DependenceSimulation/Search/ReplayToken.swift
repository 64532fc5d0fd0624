/// A word that stands for the schedule of one run, to run it again.
///
/// It consists of letters, digits, `-` and `.`, and no shell takes any of them for more than that.
public struct ReplayToken: Sendable, Hashable {
  enum Form: Sendable, Hashable {
    case seed(UInt64)
    case choices([Int])
  }

  let form: Form
  /// The fingerprint of the run that it was taken from; nil if not known.
  let fingerprint: UInt32?

  /// A token for the random schedule with this seed.
  init(seed: UInt64, fingerprint: UInt32? = nil) {
    form = .seed(seed)
    self.fingerprint = fingerprint
  }

  /// A token for the schedule that makes these choices.
  init(choices: [Int], fingerprint: UInt32? = nil) {
    // What follows is first in, first out anyway.
    let end = choices.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    form = .choices(Array(choices[..<end]))
    self.fingerprint = fingerprint
  }

  /// A token that replays this run, and knows it again.
  init(_ record: RunRecord) {
    self.init(choices: record.choices, fingerprint: record.fingerprint)
  }

  /// Whether this may be the run that the token was taken from.
  func fits(_ record: RunRecord) -> Bool { fingerprint.map { $0 == record.fingerprint } ?? true }
}
