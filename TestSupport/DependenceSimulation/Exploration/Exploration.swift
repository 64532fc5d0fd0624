/// The schedules that a search tries.
public struct Exploration: Sendable, Hashable {
  /// The assumptions by which an exhaustive search tries fewer schedules.
  public enum Pruning: Sendable, Hashable {
    /// First ``independentTasks``, then ``hops`` as far as the limit goes. The default.
    ///
    /// The search is complete if the first one is;
    /// ``ExplorationResult/isConditional`` says whether the second one was not.
    case automatic
    /// Nothing: of schedules that only differ in when a task gets in line for an actor, where no other gets in line,
    /// one is tried. No code runs in such a step.
    case hops
    /// Tasks share nothing but actors, the main actor, streams, and what they do to each other: wake, cancel and
    /// await.
    ///
    /// Of schedules that only swap steps which then have nothing to do with each other, one is tried. What goes
    /// wrong through a lock, an atomic or a variable may be missed.
    case independentTasks
    /// Nothing: every schedule is tried.
    case none
  }

  enum Form: Sendable, Hashable {
    case random(count: Int, firstSeed: UInt64)
    case exhaustive(limit: Int, Pruning)
  }

  let form: Form

  /// The most schedules that are tried.
  var count: Int {
    switch form {
    case .random(let count, _): count
    case .exhaustive(let limit, _): limit
    }
  }

  /// So many random schedules, with one seed after the other.
  ///
  /// Seeds are dealt over several strategies: half of them walk at random, and the others draw priorities for steps or for
  /// tasks, which finds mistakes that need somebody to be late.
  public static func random(_ count: Int, firstSeed: UInt64 = 0) -> Self {
    Self(form: .random(count: count, firstSeed: firstSeed))
  }

  /// Every schedule there is, for small tests.
  ///
  /// - Parameters:
  ///   - limit: After how many schedules the search ends; having come to no end is an issue.
  ///   - pruning: What to take for granted.
  public static func exhaustive(limit: Int = 10_000, pruning: Pruning = .automatic) -> Self {
    Self(form: .exhaustive(limit: limit, pruning))
  }
}

/// The result of a search.
public struct ExplorationResult: Sendable, Hashable {
  /// The number of schedules that were tried, one that failed among them.
  public let schedules: Int
  /// The number of different schedules among them, as two seeds may give the same; counted if none
  /// failed.
  public let distinctSchedules: Int
  /// Whether the search tried every order of the scheduling points without a failure. The test then
  /// fails in none of these orders. With the option ``SimulationOption/uninterruptedSteps``, the
  /// search tries every order of whole steps instead.
  public let isComplete: Bool
  /// True if ``isComplete`` takes for granted that tasks share nothing of which a simulation is not
  /// told, such as a lock: see ``Exploration/Pruning/independentTasks``.
  public let isConditional: Bool
  /// The schedule that failed, as simple as it could be made; nil if none did.
  public let failure: ReplayToken?
  /// False with the option ``SimulationOption/uninterruptedSteps``.
  let interruptsSteps: Bool
  /// Whether runs used random numbers of the simulation. A complete search has tried one sequence of them.
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
  /// The number of schedules that were tried, and whether they were all, in words.
  public var description: String {
    let sum = "\(schedules) schedule\(schedules == 1 ? "" : "s")"
    if let failure { return "\(sum), of which \(failure) failed" }
    guard isComplete else {
      return "no failure in \(sum), \(distinctSchedules) of them distinct; there may be others"
    }
    let condition =
      isConditional
      ? ", if tasks share nothing but actors, streams, and what they do to each other" : ""
    let orders = interruptsSteps ? "scheduling points" : "uninterrupted steps"
    let verb = schedules == 1 ? "stands" : "stand"
    let numbers = drewNumbers ? ", with one sequence of random numbers" : ""
    return "no failure in \(sum), which \(verb) for all orders of \(orders)\(numbers)\(condition)"
  }
}
