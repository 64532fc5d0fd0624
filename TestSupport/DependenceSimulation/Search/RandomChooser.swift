import Dependence

/// The state of a random schedule during a run: its strategy, its random number generator, and the
/// priorities that it has assigned to tasks and actors.
struct RandomChooser: Sendable {
  private let strategy: Strategy
  private var random: SeededRandomNumberGenerator
  /// The priorities of tasks and actors, indexed by identifier plus 1. A value of 0 means that the
  /// task or actor has no priority yet.
  private var priorities: [UInt64] = []
  /// The points where the PCT strategy (probabilistic concurrency testing) changes a task's
  /// priority, determined at the start of the run. Each key is the index of a scheduling choice. At
  /// this choice, the ready task with the highest priority gets the value as its new priority,
  /// which is lower than any task's initial priority.
  private var changePoints: [Int: UInt64] = [:]
  private var choices = 0
  /// For each task that injects a fault (a cancellation or a crash), the number of scheduling
  /// choices for which a random walk will still postpone the task. The keys are task identifiers.
  private var postponements: [Int: Int] = [:]
  /// The task or actor that had the highest priority at the previous choice, and for how many
  /// consecutive choices it has had the highest priority. `slot` is its index in `priorities`.
  private var last: (slot: Int, times: Int)?

  init(_ strategy: Strategy, seed: UInt64) {
    self.strategy = strategy
    random = SeededRandomNumberGenerator(seed: seed)
    guard case .pct(let depth, let length) = strategy else { return }
    for low in 1..<depth { changePoints[random.index(below: length)] = UInt64(low) }
  }

  /// The maximum number of times in a row that a task runs because of its priority. A task that
  /// yields this often may be waiting for another task, so the next task is then chosen at random.
  private static let maximumConsecutiveTurns = 32

  /// A limit on how often a random walk preempts a task. At a scheduling point in the middle of a
  /// task's code, the walk chooses among all tasks only with a probability of 1 /
  /// `preemptionPeriod`, and otherwise continues the task. If it always chose among all tasks,
  /// almost every step would be preempted.
  private static let preemptionPeriod = 4

  /// Returns the index of the task or actor that runs next. There are at least two candidates.
  ///
  /// The parameters have the same meaning as those of
  /// ``Chooser/choose(among:isPreempted:faults:touching:)``.
  ///
  /// - Complexity: O(1) for a random walk without faults, otherwise O(*n*) for *n* candidates.
  mutating func choose(
    among candidates: [Int],
    isPreempted: Bool = false,
    faults: [Int] = [],
    touching resource: (Int) -> Int?
  ) -> Int {
    defer { choices += 1 }
    switch strategy {
    case .randomWalk:
      if isPreempted, random.index(below: Self.preemptionPeriod) > 0 { return 0 }
      return walk(among: candidates, faults: faults)
    case .partialOrderSampling:
      return chooseByPartialOrderSampling(among: candidates, touching: resource)
    case .pct(_, let length):
      // After many choices, choose at random. With fixed priorities, a task that repeatedly yields
      // until another task has done something could keep the other task from ever running.
      if choices > 2 * length + 64 { return random.index(below: candidates.count) }
      let index = highest(of: candidates)
      guard let low = changePoints[choices] else { return index }
      priorities[candidates[index] + 1] = low
      return highest(of: candidates)
    }
  }

  /// Chooses one of the candidates at random, but postpones those that inject a fault (a
  /// cancellation or a crash).
  ///
  /// If faults were chosen like other candidates, almost all of them would be injected within the
  /// first few steps. Each fault is therefore first postponed for a random number of choices. The
  /// order of magnitude of this number is random, too, so that faults occur both early and late in
  /// an operation.
  private mutating func walk(among candidates: [Int], faults: [Int]) -> Int {
    if faults.isEmpty { return random.index(below: candidates.count) }
    var others = Array(candidates.indices)
    for index in faults {
      let fault = candidates[index]
      let left = postponements[fault] ?? random.index(below: 1 << random.index(below: 9))
      postponements[fault] = max(0, left - 1)
      if left > 0 { others.removeAll { $0 == index } }
    }
    if others.isEmpty { return random.index(below: candidates.count) }
    return others[random.index(below: others.count)]
  }

  /// Returns a random index below `count` for a call such as `Simulation.choose`. All indices are
  /// equally likely.
  mutating func decide(among count: Int) -> Int { random.index(below: count) }

  private mutating func chooseByPartialOrderSampling(
    among candidates: [Int],
    touching resource: (Int) -> Int?
  ) -> Int {
    var index = highest(of: candidates)
    let runner = candidates[index] + 1
    let before = last.flatMap { $0.slot == runner ? $0.times : nil } ?? 0
    last = (runner, before + 1)
    if before >= Self.maximumConsecutiveTurns { index = random.index(below: candidates.count) }
    if let touched = resource(index) {
      for other in 0..<candidates.count where resource(other) == touched {
        priorities[candidates[other] + 1] = 0
      }
    }
    priorities[candidates[index] + 1] = 0
    return index
  }

  /// Returns the index of the candidate with the highest priority. First assigns random priorities
  /// to candidates that have none.
  private mutating func highest(of candidates: [Int]) -> Int {
    var best = 0
    for (index, candidate) in candidates.enumerated() {
      let slot = candidate + 1
      while slot >= priorities.count { priorities.append(0) }
      // Set the highest bit, so that a new priority is higher than all of the low priorities in
      // `changePoints`.
      if priorities[slot] == 0 { priorities[slot] = random.next() | 1 << 63 }
      if priorities[slot] > priorities[candidates[best] + 1] { best = index }
    }
    return best
  }
}
