/// A rule that decides which task runs next whenever several tasks are ready to run.
///
/// Under the same schedule, the tasks of deterministic code always run in the same order.
public struct Schedule: Sendable, Hashable {
  enum Form: Sendable, Hashable {
    case fifo
    case random(Strategy, seed: UInt64)
    case choices([Int], sleepSet: [Int])
    case order([Turn])
  }

  let form: Form
  /// The replay token that this schedule was created from, or `nil` if the schedule is not a
  /// replay.
  let token: ReplayToken?

  private init(_ form: Form, of token: ReplayToken? = nil) {
    self.form = form
    self.token = token
  }

  /// Whether the schedule may advance virtual time while tasks are ready to run. The simulation
  /// ignores this property if the option ``SimulationOption/time(_:)`` sets a rule for virtual
  /// time.
  var advancesTimeAnytime: Bool { token?.advancesTimeAnytime ?? false }

  /// Whether the run records how its steps affect other tasks, for example which tasks a step
  /// cancels. Only an exhaustive search needs this information, to find races. All of its schedules
  /// are lists of choices, so other forms need not record it.
  var recordsEffects: Bool { if case .choices = form { true } else { false } }

  /// First in, first out: the task that has been ready to run the longest runs next.
  public static let fifo = Schedule(.fifo)

  /// A random schedule: each task that is ready to run is equally likely to run next, with two
  /// exceptions. A task that the schedule could preempt in the middle of its code continues with a
  /// probability of at least 3/4. Tasks that inject a cancellation or a crash are postponed for a
  /// random number of choices.
  ///
  /// - Parameter seed: A number that determines all choices. Even similar seeds give unrelated
  ///   schedules.
  public static func random(seed: UInt64) -> Schedule { random(.randomWalk, seed: seed) }

  /// A replay token with this schedule's seed, or `nil` if the schedule is not random.
  var seedToken: ReplayToken? {
    guard case .random(let strategy, let seed) = form else { return nil }
    return ReplayToken(seed: seed, strategy)
  }

  static func random(_ strategy: Strategy, seed: UInt64) -> Schedule {
    Schedule(.random(strategy, seed: seed))
  }

  /// Returns the schedule identified by a replay token.
  public static func replay(_ token: ReplayToken) -> Schedule {
    switch token.form {
    case .seed(let seed, let strategy): Schedule(.random(strategy, seed: seed), of: token)
    case .choices(let choices, _, _): Schedule(.choices(choices, sleepSet: []), of: token)
    }
  }

  /// Returns a schedule that makes the given choices and then runs tasks in first-in, first-out
  /// order. Each choice is the index of the task that runs at a point where at least two tasks are
  /// ready.
  static func choices(_ choices: [Int], sleepSet: [Int] = []) -> Schedule {
    Schedule(.choices(choices, sleepSet: sleepSet))
  }

  /// Returns a schedule that runs tasks and actors in the given order, and then in first-in,
  /// first-out order.
  ///
  /// If the task or actor that is next in the list cannot run, the schedule runs the next one in
  /// the list that can.
  static func order(_ turns: [Turn]) -> Schedule { Schedule(.order(turns)) }
}
