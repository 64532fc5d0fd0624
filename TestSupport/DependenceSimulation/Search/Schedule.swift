/// A rule that decides which task runs next whenever several tasks could run.
///
/// With the same schedule, the same code always runs in the same order.
public struct Schedule: Sendable, Hashable {
  enum Form: Sendable, Hashable {
    case fifo
    case random(Strategy, seed: UInt64)
    case choices([Int], resting: [Int])
    case order([Turn])
  }

  let form: Form
  /// The token that this schedule replays, or `nil` if the schedule is not a replay.
  let token: ReplayToken?

  private init(_ form: Form, of token: ReplayToken? = nil) {
    self.form = form
    self.token = token
  }

  /// Whether virtual time may advance while a task could run, unless an option sets the rule for
  /// time.
  var movesTimeAnytime: Bool { token?.movesTimeAnytime ?? false }

  /// Whether the schedule is a list of choices, as in a search. Its runs record the shared
  /// resources that each step uses.
  var isOfSearch: Bool { if case .choices = form { true } else { false } }

  /// First in, first out: the task that has been ready to run for the longest time runs next.
  public static let fifo = Schedule(.fifo)

  /// A random schedule: each task that could run is equally likely to run.
  ///
  /// - Parameter seed: A number that determines all choices. Even similar seeds give unrelated
  ///   schedules.
  public static func random(seed: UInt64) -> Schedule { random(.walk, seed: seed) }

  /// A replay token with this schedule's seed, or `nil` if the schedule is not random.
  var seedToken: ReplayToken? {
    guard case .random(let strategy, let seed) = form else { return nil }
    return ReplayToken(seed: seed, strategy)
  }

  static func random(_ strategy: Strategy, seed: UInt64) -> Schedule {
    Schedule(.random(strategy, seed: seed))
  }

  /// The schedule that a token identifies.
  public static func replay(_ token: ReplayToken) -> Schedule {
    switch token.form {
    case .seed(let seed, let strategy): Schedule(.random(strategy, seed: seed), of: token)
    case .choices(let choices): Schedule(.choices(choices, resting: []), of: token)
    }
  }

  /// A schedule that makes the given choices and then runs tasks first in, first out. Each choice
  /// is the index of a candidate at a step that has at least two candidates.
  static func choices(_ choices: [Int], resting: [Int] = []) -> Schedule {
    Schedule(.choices(choices, resting: resting))
  }

  /// A schedule in which tasks and actors take the given turns and then run first in, first out.
  ///
  /// A task that cannot run keeps its turn for later, and the next task in the list that can run
  /// takes its turn first.
  static func order(_ turns: [Turn]) -> Schedule { Schedule(.order(turns)) }
}
