import Dependence

/// The schedule that a run follows, together with the run's position in it. It chooses which task
/// or actor runs next.
struct Chooser: Sendable {
  private var randomChooser: RandomChooser?
  private var turns: TurnList?
  private var choices: [Int] = []
  private var nextChoice = 0
  /// The sleep set: tasks and actors that run only if nothing else can run, because other runs in
  /// the search cover the schedules where they run earlier.
  private var sleepSet: Set<Int> = []
  /// The number of steps in which the schedule has postponed a ready task or actor because it was
  /// in the sleep set.
  private var stepsWhileAsleep = 0
  /// Whether the schedule has stopped postponing the tasks and actors in its sleep set, because the
  /// other tasks ran for more than ``mostStepsWhileAsleep`` steps.
  private(set) var hasAbandonedSleepSet = false

  /// The maximum number of steps in which the schedule postpones the tasks and actors in the sleep
  /// set (those that run only if nothing else can run). A limit is needed because the other tasks
  /// may never end on their own. For example, a loop that calls `Task.yield()` until it is
  /// cancelled runs forever if the task that cancels it is in the sleep set.
  static let mostStepsWhileAsleep = 1_000

  init(_ schedule: Schedule) {
    switch schedule.form {
    case .fifo: break
    case .random(let strategy, let seed): randomChooser = RandomChooser(strategy, seed: seed)
    case .choices(let choices, let sleepSet):
      (self.choices, self.sleepSet) = (choices, Set(sleepSet))
    case .order(let turns): self.turns = TurnList(turns)
    }
  }

  /// Forgets the rest of the schedule, so that the first candidate is chosen from now on.
  mutating func endSchedule() { (randomChooser, turns, choices, sleepSet) = (nil, nil, [], []) }

  /// Returns the index in `candidates` of the task or actor that runs next. The scheduler calls
  /// this function whenever at least one task or actor can run. A call with a single candidate uses
  /// up neither a random number nor an element of a list of choices, because the schedule has
  /// nothing to choose.
  ///
  /// - Parameters:
  ///   - candidates: The identifiers of the tasks and actors that are ready to run. There is at
  ///     least one.
  ///   - isPreempted: Whether the first candidate is a task that was preempted at a scheduling
  ///     point in the middle of its code.
  ///   - faults: The indices of the candidates that inject a fault, that is, a cancellation or a
  ///     simulated crash.
  ///   - resource: A function that takes the index of a candidate and returns the address of the
  ///     actor that this candidate will use next, or `nil` if it will not use an actor.
  /// - Complexity: O(1) for first-in, first-out schedules, random walks without faults, and lists
  ///   of choices without a sleep set, otherwise O(*n*) for *n* candidates.
  mutating func choose(
    among candidates: [Int],
    isPreempted: Bool = false,
    faults: [Int] = [],
    touching resource: (Int) -> Int? = { _ in nil }
  ) -> Int {
    if turns != nil { return turns?.take(from: candidates) ?? 0 }
    if candidates.count == 1 { return 0 }
    if randomChooser != nil {
      return randomChooser!.choose(
        among: candidates,
        isPreempted: isPreempted,
        faults: faults,
        touching: resource
      )
    }
    guard nextChoice < choices.count else {
      return chooseOutsideSleepSet(among: candidates)
    }
    return takeChoice(below: candidates.count)
  }

  private mutating func chooseOutsideSleepSet(among candidates: [Int]) -> Int {
    guard !sleepSet.isEmpty, let choice = candidates.firstIndex(where: { !sleepSet.contains($0) })
    else { return 0 }
    // If the chosen candidate is not the first one, the candidates before it are in the sleep set,
    // and this step postpones them. Do not check whether later candidates are in the sleep set,
    // too. Tasks that become ready are added at the end of the list, so the later candidates soon
    // come first.
    if choice > 0 { stepsWhileAsleep += 1 }
    guard stepsWhileAsleep > Self.mostStepsWhileAsleep else { return choice }
    (sleepSet, hasAbandonedSleepSet) = ([], true)
    return 0
  }

  /// Chooses one of several elements for a call such as `Simulation.choose`, as the schedule
  /// specifies. Returns the index of the chosen element.
  ///
  /// - Parameter count: The number of elements to choose from, which is at least two.
  mutating func decide(for participant: Int, among count: Int) -> Int {
    if turns != nil { return min(turns!.takeDecision(of: participant), count - 1) }
    if randomChooser != nil { return randomChooser!.decide(among: count) }
    return takeChoice(below: count)
  }

  private mutating func takeChoice(below count: Int) -> Int {
    guard nextChoice < choices.count else { return 0 }
    defer { nextChoice += 1 }
    return min(choices[nextChoice], count - 1)
  }
}

extension SeededRandomNumberGenerator {
  /// Returns a random number from 0 to `limit` − 1.
  ///
  /// The same seed must always give the same numbers. `Int.random(in:using:)` does not guarantee
  /// this, because its algorithm may change in a later version of Swift. The probabilities of any
  /// two results differ by at most 2⁻⁶⁴.
  mutating func index(below limit: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(limit)).high)
  }
}
