/// A random or exhaustive search for a failing schedule, together with its results. It is a state
/// machine that selects schedules and receives the results of running them. The caller performs the
/// runs.
struct ScheduleSearch: Sendable {
  private var random: RandomSearch?
  /// The phases that an exhaustive search has begun so far. A second phase makes fewer assumptions
  /// about the code than the first.
  private var phases: [ExhaustiveSearch] = []
  private let limit: Int
  private let pruning: Exploration.Pruning
  private let shard: Shard
  /// The failed run that the search reports, or `nil` if no run has failed. This is the first
  /// failed run or, in a random search, the failed run whose seed comes first.
  private(set) var failed: RunResult?
  private let length: Int
  /// Whether a step could have been preempted in any run. This is the case if a run reached a
  /// scheduling point in the middle of a step while another task was ready to run.
  private var hasSplitSteps = false
  /// Whether any run used random numbers from its dependencies. Even an exhaustive search tries
  /// only one sequence of random numbers.
  private(set) var usedRandomNumbers = false
  /// Whether, in any run, a single call or error cancelled several unfinished tasks, for example a
  /// task and its child task. On real threads, one of these tasks can run before another one is
  /// cancelled, but a search does not try such schedules.
  private(set) var cancelsSeveralTasks = false
  private var histories = RunHistories()
  private var divergentStep: Int?
  private var first: [(schedule: Schedule, steps: Int)] = []
  private var repeats = 0
  private var repeatedSteps = 0

  init(_ exploration: Exploration, length: Int, shard: Shard = .whole) {
    self.length = length
    self.shard = shard
    switch exploration.form {
    case .random(let count, let firstSeed):
      let range = shard.range(of: count)
      random = RandomSearch(first: firstSeed &+ UInt64(range.lowerBound), count: range.count)
      limit = count
      pruning = .none
    case .exhaustive(let limit, let pruning):
      self.limit = limit
      self.pruning = pruning
      let first = pruning == .automatic ? .independentTasks : pruning
      phases = [ExhaustiveSearch(pruning: first, limit: limit, of: shard)]
    }
  }

  /// The number of schedules tried, for the result of a search without a failure. If several
  /// processes share the search, they count each schedule only once, so that their numbers can be
  /// added up.
  var explored: Int { phases.reduce(random?.explored ?? 0) { $0 + $1.explored } }

  /// The number of schedules that this process has tried, for the report of a failure. If a run has
  /// failed, this is the position of its schedule among them.
  var tried: Int { phases.reduce(random?.explored ?? 0) { $0 + Int($1.handedOut) } }

  var isComplete: Bool { divergence == nil && phases.first?.isComplete ?? false }

  /// Whether ``isComplete`` assumes that tasks share only state that a simulation can observe.
  var isConditional: Bool {
    switch pruning {
    case .none, .hops: false
    case .independentTasks: true
    case .automatic: phases.count < 2 || !phases[1].isComplete || hasSplitSteps
    }
  }

  var distinct: Int { histories.distinct }

  /// The index of the first step that differed between two runs with the same choices, or `nil` if
  /// no step differed. A difference means that the code under test is not deterministic.
  var divergence: Int? { divergentStep ?? phases.lazy.compactMap(\.divergence).first }

  private var hasNextPhase: Bool {
    pruning == .automatic && phases.count == 1 && phases[0].isComplete && phases[0].runs < limit
  }

  /// The message to report if an exhaustive search did not try every schedule, or `nil` otherwise.
  var incompleteMessage: String? {
    guard let search = phases.first, !search.isComplete, divergence == nil else { return nil }
    let ended = "The exhaustive search ended before it had tried every schedule (order of tasks)"
    guard let gap = search.gap else {
      return """
        \(ended). It tried \(tried.counting("schedule")) without a failure. Raise the limit of \
        .exhaustive(limit:), make the test smaller, or search random schedules instead.
        """
    }
    return "\(ended), because \(gap.explanation)"
  }

  mutating func next() -> SearchTicket? {
    if failed != nil || divergentStep != nil { return nil }
    if let seed = random?.next() {
      let strategy = Strategy.assigned(to: seed, length: length)
      return SearchTicket(id: seed, schedule: .random(strategy, seed: seed))
    }
    if hasNextPhase {
      phases.append(ExhaustiveSearch(pruning: .automatic, limit: limit - phases[0].runs, of: shard))
    }
    return phases.indices.last.flatMap { phases[$0].next() }
  }

  mutating func finish(_ ticket: SearchTicket, with result: RunResult) {
    hasSplitSteps =
      hasSplitSteps
      || result.record.steps.contains { $0.continuesStep && $0.candidates.count > 1 }
    usedRandomNumbers =
      usedRandomNumbers || result.record.steps.contains { $0.decision?.isSampled == true }
    cancelsSeveralTasks =
      cancelsSeveralTasks || result.record.steps.contains(where: \.cancelsSeveralTasks)
    random?.finish(ticket.id, hasFailed: result.hasFailed)
    if let last = phases.indices.last { phases[last].finish(ticket, with: result.record) }
    let isFirst = random.map { $0.failure == ticket.id } ?? (failed == nil)
    if result.hasFailed, isFirst { failed = result }
  }

  // MARK: - Checks that a schedule always gives the same run

  /// The maximum number of schedules that are run twice to check that the code under test is
  /// deterministic. If the runs are long, ``mostRepeatedSteps`` limits this number further.
  private static let mostRepeats = 16
  static let mostRepeatedSteps = 50_000
  private static let lateRepeats = 4

  mutating func compare(_ history: RunHistory) {
    divergentStep = divergentStep ?? histories.add(history)
  }

  mutating func takeRepeat(of ticket: SearchTicket, steps: Int) -> Bool {
    if first.count < Self.mostRepeats { first.append((ticket.schedule, steps)) }
    guard repeats < Self.mostRepeats - Self.lateRepeats else { return false }
    return takeRepeat(steps)
  }

  /// Returns a schedule that should run once more after the search, to check that the code under
  /// test is deterministic. Returns `nil` if enough schedules have been repeated.
  mutating func takeLateRepeat() -> Schedule? {
    guard !first.isEmpty, repeats < Self.mostRepeats, failed == nil else { return nil }
    let next = first[(repeats + 1) % first.count]
    return takeRepeat(next.steps) ? next.schedule : nil
  }

  private mutating func takeRepeat(_ steps: Int) -> Bool {
    guard divergence == nil, repeatedSteps + steps <= Self.mostRepeatedSteps else { return false }
    repeats += 1
    repeatedSteps += steps
    return true
  }
}

extension ExhaustiveSearch.Gap {
  /// The reason the search is incomplete, and advice on how to complete it. In a message, this text
  /// follows the word "because".
  fileprivate var explanation: String {
    switch self {
    case .stepLimit:
      """
      tasks were still running when a run reached its step limit after the body had returned. End these tasks before \
      the body returns, or raise the limit with .stepLimit.
      """
    case .endlessTask:
      """
      a task took more than \(Chooser.mostStepsWhileAsleep) steps while another task was ready to run. Such a task \
      usually calls Task.yield() in a loop until something happens. Let it await the event instead, for example the \
      next element of a stream, or search random schedules.
      """
    case .longRun:
      """
      a run was too long to be recorded. Make the test smaller, or search random schedules instead.
      """
    case .preemptedTasks:
      """
      more than \(Scheduler.mostSuspendedSteps) tasks were preempted at the same time. Use fewer tasks, or let every \
      step run to completion with .nonpreemptive.
      """
    }
  }
}
