/// The effort of a measurement.
package struct Effort: Sendable, Hashable {
  /// The number of rounds in which every row is measured.
  package let rounds: Int
  /// The processor time that a round of a row should take.
  package let round: Duration
  /// The factor by which a ratio may exceed its bound.
  package let headroom: Double
  /// The number of times that a row is measured again if it violates its bounds.
  package let retries: Int

  package init(rounds: Int, round: Duration, headroom: Double, retries: Int) {
    self.rounds = rounds
    self.round = round
    self.headroom = headroom
    self.retries = retries
  }

  /// The effort for a machine that only runs the benchmarks.
  package static let full = Effort(rounds: 9, round: .milliseconds(10), headroom: 1, retries: 2)
  /// The effort for a machine that also has other work.
  package static let quick = Effort(rounds: 7, round: .milliseconds(4), headroom: 2, retries: 2)
}
