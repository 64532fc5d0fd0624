/// The set of schedules that a search tries: random schedules or every possible schedule.
public struct Exploration: Sendable, Hashable {
  /// The assumptions that let an exhaustive search skip schedules.
  public enum Pruning: Sendable, Hashable {
    /// Searches in up to two phases. The first phase searches like ``independentTasks``. If this
    /// phase is complete and the limit allows more schedules, the second phase searches like
    /// ``hops``, except that it treats all memory accesses in a step as one access. A step is the
    /// code of a task from one suspension to the next. This is the default.
    ///
    /// The search is complete if its first phase is complete. ``ExplorationResult/isConditional``
    /// is `false` only if the second phase is complete as well, and no task could have been
    /// preempted in the middle of a step.
    case automatic
    /// Makes no assumptions about the code. A task *hops* when it joins an actor's queue. If two
    /// schedules differ only in how early a task hops, and no other task joins the same queue in
    /// between, the search tries only one of them.
    case hops
    /// Assumes that tasks share only actors, the main actor and streams, and that they interact
    /// only by waking, cancelling and awaiting one another.
    ///
    /// If several schedules differ only in the order of steps that are independent under this
    /// assumption, the search tries only one of them. If the assumption is wrong because tasks
    /// share a lock, an atomic or a variable, the search may miss failures.
    case independentTasks
    /// Makes no assumptions about the code, and tries every schedule.
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

  /// Tries random schedules with consecutive seeds.
  ///
  /// With half of the seeds, each step is chosen at random. The other seeds assign random
  /// priorities to steps or tasks, which reveals failures that occur only if one task is delayed
  /// for a long time.
  public static func random(_ count: Int, firstSeed: UInt64 = 0) -> Self {
    Self(form: .random(count: count, firstSeed: firstSeed))
  }

  /// Tries every possible schedule, which is practical only for small tests.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of schedules. If more schedules exist, the search reports an
  ///     issue.
  ///   - pruning: The assumptions that let the search skip schedules.
  public static func exhaustive(limit: Int = 10_000, pruning: Pruning = .automatic) -> Self {
    Self(form: .exhaustive(limit: limit, pruning))
  }
}

/// The result of a search.
public struct ExplorationResult: Sendable, Hashable {
  /// The number of schedules tried, including the failing schedule if there is one.
  public let schedules: Int
  /// The number of distinct schedules tried. Two seeds may lead to the same schedule. If a schedule
  /// failed, this number equals ``schedules``.
  public let distinctSchedules: Int
  /// Whether the search tried all possible schedules and found no failure. With the option
  /// ``SimulationOption/nonpreemptive``, schedules that preempt a step (run another task in the
  /// middle of the step) do not count as possible.
  ///
  /// If the environment variable `DEPENDENCE_SHARD` divides the search, this property covers only
  /// the part that this process has searched. All possible schedules were tried only if every part
  /// is complete.
  public let isComplete: Bool
  /// Whether ``isComplete`` relies on one of these assumptions, which the ``description`` states:
  ///
  /// - Tasks share no state that the simulation cannot observe, such as a lock. See
  ///   ``Exploration/Pruning/independentTasks``. A search also makes this assumption if its runs
  ///   share a dependency value that is too large to check for changes completely.
  /// - If one call or error cancels several unfinished tasks, such as all of a group's child tasks,
  ///   the cancellation reaches all of them before any of them runs.
  public var isConditional: Bool { assumptions.contains { $0 != .oneOrderOfLeftovers } }
  /// The replay token of the failing schedule after shrinking, or `nil` if no schedule failed.
  public let failure: ReplayToken?
  /// Whether the schedules could preempt a task at scheduling points in the middle of its code.
  /// This is `false` if ``SimulationOption/nonpreemptive`` is set.
  let preemptsSteps: Bool
  /// The rule that determined when virtual time could advance in the schedules.
  let time: SimulationOption.Time
  /// Whether the code under test used random numbers from its dependencies. Even a complete search
  /// tries only one sequence of random numbers, a limitation that the ``description`` mentions.
  let usedRandomNumbers: Bool
  /// The assumptions on which ``isComplete`` relies.
  let assumptions: [Assumption]
  /// The part of the search that this result covers.
  let shard: Shard

  init(
    schedules: Int,
    distinctSchedules: Int? = nil,
    isComplete: Bool = false,
    assumptions: [Assumption] = [],
    failure: ReplayToken? = nil,
    preemptsSteps: Bool = true,
    time: SimulationOption.Time = .automatic,
    usedRandomNumbers: Bool = false,
    shard: Shard = .whole
  ) {
    self.shard = shard
    self.preemptsSteps = preemptsSteps
    self.time = time
    self.usedRandomNumbers = usedRandomNumbers
    self.schedules = schedules
    self.distinctSchedules = distinctSchedules ?? schedules
    self.isComplete = isComplete
    self.assumptions = assumptions
    self.failure = failure
  }

  /// An assumption of a search that is complete. Its raw value is the text that the
  /// ``description`` contains.
  enum Assumption: String, Sendable {
    case observableState = """
      tasks share only actors and streams, and affect each other only by resuming, cancelling and awaiting each other
      """
    case cancellationAtOnce =
      "each cancellation reaches a task and all its child tasks before any of them runs"
    case oneOrderOfLeftovers =
      "it does not matter in which order the tasks end that are cancelled after the body"
  }
}

extension ExplorationResult: CustomStringConvertible {
  /// A summary of how many schedules were tried and whether the search was complete.
  public var description: String {
    shard == .whole ? summary : "in part \(shard) of the search: \(summary)"
  }

  private var summary: String {
    let sum = schedules.counting("schedule")
    if let failure { return "a failure in \(sum), with the replay token \(failure)" }
    guard isComplete else {
      return """
        no failure in \(sum) (\(distinctSchedules) distinct), but there may be schedules that were not tried
        """
    }
    let conditions = assumptions.map(\.rawValue).joined(separator: ", and that ")
    let condition = conditions.isEmpty ? "" : ", provided that \(conditions)"
    let orders = preemptsSteps ? "the scheduling points" : "whole steps"
    let timing =
      switch time {
      case .whenIdle: " in which time advances only when no task can run"
      case .manual: " in which time advances only when the test advances it"
      case .automatic, .anytime: ""
      }
    let verb = schedules == 1 ? "covers" : "cover"
    let numbers = usedRandomNumbers ? ", with one sequence of random numbers" : ""
    let part = shard == .whole ? "" : " in this part"
    return """
      no failure in \(sum), which \(verb) every order of \(orders)\(timing)\(part)\(numbers)\(condition)
      """
  }
}
