/// The schedules that a search tries.
public struct Exploration: Sendable, Hashable {
  /// The assumptions that let an exhaustive search skip schedules.
  public enum Pruning: Sendable, Hashable {
    /// Searches with ``independentTasks``, and then with ``hops`` if the limit allows more
    /// schedules. This is the default.
    ///
    /// The search is complete if its first phase is complete. ``ExplorationResult/isConditional``
    /// is `false` only if the second phase is complete, too.
    case automatic
    /// Makes no assumption about the code. A step in which a task joins the queue of an actor runs
    /// no code. If schedules differ only in the position of such a step, and no other task joins
    /// that queue, the search tries only one of them.
    case hops
    /// Assumes that tasks share nothing but actors, the main actor and streams, and that they
    /// interact only by waking, cancelling and awaiting each other.
    ///
    /// If schedules differ only in the order of steps that are independent under this assumption,
    /// the search tries only one of them. It may miss failures that involve a lock, atomic or
    /// variable.
    case independentTasks
    /// Makes no assumption, and tries every schedule.
    case none
  }

  enum Form: Sendable, Hashable {
    case random(count: Int, firstSeed: UInt64)
    case exhaustive(limit: Int, Pruning)
  }

  let form: Form

  /// The maximum number of schedules that the search tries.
  var count: Int {
    switch form {
    case .random(let count, _): count
    case .exhaustive(let limit, _): limit
    }
  }

  /// Random schedules with consecutive seeds.
  ///
  /// Half of the seeds choose each step at random. The others give random priorities to steps or
  /// tasks, which reveals failures that occur only if one task is delayed for a long time.
  public static func random(_ count: Int, firstSeed: UInt64 = 0) -> Self {
    Self(form: .random(count: count, firstSeed: firstSeed))
  }

  /// All possible schedules, for small tests.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of schedules. If there are more schedules, the search reports
  ///     an issue.
  ///   - pruning: The assumptions that let the search skip schedules.
  public static func exhaustive(limit: Int = 10_000, pruning: Pruning = .automatic) -> Self {
    Self(form: .exhaustive(limit: limit, pruning))
  }
}

/// The result of a search.
public struct ExplorationResult: Sendable, Hashable {
  /// The number of schedules that were tried, including a failing schedule.
  public let schedules: Int
  /// The number of different schedules that were tried. Two seeds may give the same schedule. If a
  /// schedule failed, this number equals ``schedules``.
  public let distinctSchedules: Int
  /// Whether the search tried all possible schedules and found no failure. With the option
  /// ``SimulationOption/uninterruptedSteps``, only schedules that interrupt no step are possible.
  public let isComplete: Bool
  /// Whether ``isComplete`` assumes that tasks share no state that the simulation cannot observe,
  /// such as a lock. See ``Exploration/Pruning/independentTasks``.
  public let isConditional: Bool
  /// The token of the failed schedule after shrinking, or `nil` if no schedule failed.
  public let failure: ReplayToken?
  /// Whether tasks could run in the middle of another task's step. The option
  /// ``SimulationOption/uninterruptedSteps`` makes it `false`.
  let interruptsSteps: Bool
  /// Whether runs used random numbers. Even a complete search tries only one sequence of them.
  let drewNumbers: Bool

  init(
    schedules: Int,
    distinctSchedules: Int? = nil,
    isComplete: Bool = false,
    isConditional: Bool = false,
    failure: ReplayToken? = nil,
    interruptsSteps: Bool = true,
    drewNumbers: Bool = false
  ) {
    self.interruptsSteps = interruptsSteps
    self.drewNumbers = drewNumbers
    self.schedules = schedules
    self.distinctSchedules = distinctSchedules ?? schedules
    self.isComplete = isComplete
    self.isConditional = isConditional
    self.failure = failure
  }
}

extension ExplorationResult: CustomStringConvertible {
  /// A sentence with the number of schedules that were tried, and whether the search was complete.
  public var description: String {
    let sum = "\(schedules) schedule\(schedules == 1 ? "" : "s")"
    if let failure { return "a failure in \(sum), with the replay token \(failure)" }
    guard isComplete else {
      return """
        no failure in \(sum) (\(distinctSchedules) distinct), but there may be schedules that were not tried
        """
    }
    let condition =
      isConditional
      ? """
      , provided that tasks share only actors and streams, and affect each other only by resuming, cancelling and \
      awaiting each other
      """ : ""
    let orders = interruptsSteps ? "the scheduling points" : "whole steps"
    let verb = schedules == 1 ? "covers" : "cover"
    let numbers = drewNumbers ? ", with one sequence of random numbers" : ""
    return "no failure in \(sum), which \(verb) every order of \(orders)\(numbers)\(condition)"
  }
}
