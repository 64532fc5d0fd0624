/// The effort of a measurement.
package struct Effort: Sendable, Hashable {
  /// The rounds of every row.
  package let rounds: Int
  /// The processor time that a round of a row should take.
  package let round: Duration
  /// By how much a ratio may exceed its bound.
  package let headroom: Double
  /// The number of times that a row out of bounds is measured again before it counts.
  package let retries: Int

  package init(rounds: Int, round: Duration, headroom: Double, retries: Int) {
    self.rounds = rounds
    self.round = round
    self.headroom = headroom
    self.retries = retries
  }

  /// For a machine that is to say what things cost.
  package static let full = Effort(rounds: 9, round: .milliseconds(10), headroom: 1, retries: 2)
  /// For a machine that is busy with something else.
  package static let quick = Effort(rounds: 7, round: .milliseconds(4), headroom: 2, retries: 2)
}
