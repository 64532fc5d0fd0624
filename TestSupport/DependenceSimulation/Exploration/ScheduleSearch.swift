/// A search of either kind, with what it has found: a pure state machine.
struct ScheduleSearch: Sendable {
  /// One run to make.
  struct Ticket: Sendable {
    fileprivate enum Origin: Sendable {
      case seed(UInt64)
      case branch(ExhaustiveSearch.Ticket)
    }

    fileprivate let origin: Origin

    var schedule: Schedule {
      switch origin {
      case .seed(let seed): .random(seed: seed)
      case .branch(let ticket): ticket.schedule
      }
    }
  }

  private var random: RandomSearch?
  private var exhaustive: ExhaustiveSearch?
  /// Failed attempts, by seed.
  private var failures: [UInt64: Attempt] = [:]
  private var failedBranch: Attempt?

  init(_ exploration: Exploration) {
    switch exploration.form {
    case .random(let count, let firstSeed):
      random = RandomSearch(first: firstSeed, count: count)
    case .exhaustive(let limit, .none):
      exhaustive = ExhaustiveSearch(pruning: .none, limit: limit)
    case .exhaustive(let limit, .independentTasks):
      exhaustive = ExhaustiveSearch(pruning: .independentTasks, limit: limit)
    }
  }

  /// How many schedules were tried.
  var explored: Int { (random?.explored ?? 0) + (exhaustive?.explored ?? 0) }

  var isComplete: Bool { exhaustive?.isComplete ?? false }

  var divergence: SearchDivergence? { exhaustive?.divergence }

  /// The attempt that failed; of several seeds that of the lowest.
  var failed: Attempt? { failedBranch ?? random?.failure.flatMap { failures[$0] } }

  /// Whether nothing is left to be handed out, now or later.
  var isFinished: Bool {
    failedBranch != nil || random?.isFinished ?? exhaustive?.isFinished ?? true
  }

  /// What is wrong with a search in which nothing failed.
  var complaint: String? {
    guard let exhaustive, !exhaustive.isComplete, exhaustive.divergence == nil else { return nil }
    return """
      The search of every schedule came to no end: \(exhaustive.explored) were tried, and none of them \
      failed. Raise the limit, make the body smaller, or try random schedules.
      """
  }

  /// Whether there is a run to hand out now.
  var hasNext: Bool {
    var copy = self
    return copy.next() != nil
  }

  /// The next run to make; nil if there is none now.
  mutating func next() -> Ticket? {
    if failedBranch != nil { return nil }
    if let seed = random?.next() { return Ticket(origin: .seed(seed)) }
    return exhaustive?.next().map { Ticket(origin: .branch($0)) }
  }

  mutating func finish(_ ticket: Ticket, with attempt: Attempt) {
    switch ticket.origin {
    case .seed(let seed):
      if attempt.hasFailed { failures[seed] = attempt }
      random?.finish(seed, hasFailed: attempt.hasFailed)
    case .branch(let branch):
      exhaustive?.finish(branch, with: attempt.record)
      if attempt.hasFailed, failedBranch == nil { failedBranch = attempt }
    }
  }
}
