/// A rule that decides who runs whenever more than one task could.
///
/// The same schedule lets the same code run in the same order, every time.
public struct Schedule: Sendable, Hashable {
  enum Form: Sendable, Hashable {
    case fifo
    case random(Strategy, seed: UInt64)
    case choices([Int], resting: [Int])
    case order([Turn])
  }

  let form: Form
  /// Of what it is a replay; nil if of nothing.
  let token: ReplayToken?

  private init(_ form: Form, of token: ReplayToken? = nil) {
    self.form = form
    self.token = token
  }

  /// True if time may pass while somebody could run, unless an option says otherwise.
  var movesTimeAnytime: Bool { token?.movesTimeAnytime ?? false }

  /// True if a search follows choices, and wants to know what tasks share.
  var isOfSearch: Bool { if case .choices = form { true } else { false } }

  /// First in, first out: who has been able to run for longest runs.
  public static let fifo = Schedule(.fifo)

  /// Chance: each of those who could run is as likely as any other.
  ///
  /// - Parameter seed: Decides everything. Neighbouring seeds have nothing in common.
  public static func random(seed: UInt64) -> Schedule { random(.walk, seed: seed) }

  /// The token of a seed; nil if none decides.
  var seedToken: ReplayToken? {
    guard case .random(let strategy, let seed) = form else { return nil }
    return ReplayToken(seed: seed, strategy)
  }

  static func random(_ strategy: Strategy, seed: UInt64) -> Schedule {
    Schedule(.random(strategy, seed: seed))
  }

  /// The schedule that a token stands for.
  public static func replay(_ token: ReplayToken) -> Schedule {
    switch token.form {
    case .seed(let seed, let strategy): Schedule(.random(strategy, seed: seed), of: token)
    case .choices(let choices): Schedule(.choices(choices, resting: []), of: token)
    }
  }

  /// These indices into the candidates of steps with two or more; then first in, first out.
  static func choices(_ choices: [Int], resting: [Int] = []) -> Schedule {
    Schedule(.choices(choices, resting: resting))
  }

  /// The participants in the order in which they should run; then first in, first out.
  ///
  /// Whose turn it is, but who cannot run, keeps the turn for later, and the next one runs.
  static func order(_ turns: [Turn]) -> Schedule { Schedule(.order(turns)) }
}
