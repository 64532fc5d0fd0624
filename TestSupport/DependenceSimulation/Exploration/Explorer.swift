import Dependence
import DependenceHarness

/// A search for a schedule that fails.
struct Explorer: Sendable {
  typealias Body = @Sendable @concurrent (Simulation) async throws -> Void

  let exploration: Exploration
  let concurrency: Int
  let options: SimulationOptions
  /// What was called: `explore` or `.explore`.
  let door: String
  let site: SourceSite
  /// The scope around the search.
  let frame: Frame
  let body: Body

  init(
    _ exploration: Exploration,
    _ concurrency: Int,
    _ options: [SimulationOption],
    as door: String = "explore",
    at site: SourceSite,
    _ body: @escaping Body
  ) {
    self.exploration = exploration
    self.concurrency = concurrency
    self.options = SimulationOptions(options)
    self.door = door
    self.site = site
    frame = .readable
    self.body = body
    // What brings issues home to a test must not inherit the silence of one run.
    frame.root.owner?.scopeWillEscape()
  }

  /// Searches, or replays what the environment says.
  @concurrent
  func callAsFunction() async throws -> ExplorationResult {
    try SimulationSupport.require()
    switch ReplayRequest.fromEnvironment {
    case .none: break
    case .failure(let error)?:
      report(error.description)
      return ExplorationResult(schedules: 0, isComplete: false, failure: nil)
    case .success(let token)?:
      return try await replay(token)
    }
    if let mistake {
      report(mistake)
      return ExplorationResult(schedules: 0, isComplete: false, failure: nil)
    }
    return try await search()
  }

  /// Runs the one schedule that a token stands for.
  func replay(_ token: ReplayToken) async throws -> ExplorationResult {
    let note = "in the replay of \(token)"
    let attempt = try await attempt(.replay(token), .loud(note))
    if !token.fits(attempt.record) {
      report(
        """
        The replay of \(token) took another course than the run it was taken from: the code has changed \
        since, or depends on something that no schedule controls, such as the date, a random number or the \
        order of a set.
        """
      )
    }
    if attempt.hasFailed { TimelineAttachment.record(attempt.record) }
    let failure = attempt.hasFailed ? token : nil
    return ExplorationResult(schedules: 1, isComplete: false, failure: failure)
  }

  private func search() async throws -> ExplorationResult {
    guard try await isDeterministic() else {
      return ExplorationResult(schedules: 1, isComplete: false, failure: nil)
    }
    let search = Lock(ScheduleSearch(exploration))
    let waiting = WorkerQueue()
    let progress = SearchProgress(site, of: exploration)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<concurrency {
        group.addTask {
          defer { waiting.wake() }
          while let ticket = await waiting.next(of: search) {
            let attempt = try await attempt(ticket.schedule)
            search.withLock { $0.finish(ticket, with: attempt) }
            waiting.wake()
            progress.show(search.withLock { $0.explored })
            // A run never gives its thread away, and other tests want to run, too.
            await Task.yield()
          }
        }
      }
      try await group.waitForAll()
    }
    progress.end()
    let result = search.withLock { $0 }
    if let divergence = result.divergence {
      report(
        """
        The same choices led to two different runs, from step \(divergence.step) on. \(Self.uncontrolled)
        """
      )
    }
    guard let failed = result.failed else {
      if let complaint = result.complaint { report(complaint) }
      return ExplorationResult(
        schedules: result.explored,
        isComplete: result.isComplete,
        failure: nil
      )
    }
    let token = try await explain(failed, after: result.explored)
    return ExplorationResult(schedules: result.explored, isComplete: false, failure: token)
  }

  /// Whether the same schedule gives the same run twice; if not, that is reported.
  private func isDeterministic() async throws -> Bool {
    let first = try await attempt(.random(seed: 0))
    let second = try await attempt(.random(seed: 0))
    guard let difference = RunDifference(first.record, second.record) else { return true }
    report(
      """
      The same schedule gave two different runs: \(difference). \(Self.uncontrolled) Nothing was explored.\
      \(Self.quote(first.failures + second.failures))
      """
    )
    return false
  }

  /// Makes a schedule that failed as simple as it can be, and runs it for everybody to see.
  private func explain(_ failed: Attempt, after explored: Int) async throws -> ReplayToken? {
    guard !failed.record.isTruncated else { return try await show(failed) }
    let again = try await attempt(.choices(failed.record.choices))
    let difference = RunDifference(failed.record, again.record)
    guard again.hasFailed, difference == nil else {
      let change = difference.map { "took another course when it was run again: \($0)" }
      report(
        """
        A schedule failed, and \(change ?? "did not when it was run again, step by step"). \
        \(Self.uncontrolled)\(Self.quote(failed.failures))
        """
      )
      return ReplayToken(failed.record)
    }
    var shrinker = Shrinker(failed.record)
    while let schedule = shrinker.next() {
      let attempt = try await attempt(schedule)
      shrinker.finish(with: attempt.record, hasFailed: attempt.hasFailed)
    }
    let best = shrinker.best
    let token = ReplayToken(best)
    let note = """
      in schedule \(explored) of \(door), made simpler in \(shrinker.runs) runs. Replay it with \
      .replay("\(token)") or \(ReplayRequest.variable)=\(token)
      \(TimelineText().draw(best))
      """
    let shown = try await attempt(.choices(best.choices), .loud(note))
    if !shown.hasFailed {
      report(
        """
        A schedule failed, and did not when it was run once more.\(Self.quote(failed.failures)) It happened \
        \(note)
        """
      )
    }
    TimelineAttachment.record(shown.record)
    return token
  }

  /// Runs a schedule that failed for everybody to see, without making it simpler: it is too long.
  private func show(_ failed: Attempt) async throws -> ReplayToken? {
    guard case .random(let seed) = failed.schedule.form else {
      report("A schedule failed that is too long to be replayed.\(Self.quote(failed.failures))")
      return nil
    }
    let token = ReplayToken(seed: seed)
    let note = """
      in a schedule of \(door). Replay it with .replay("\(token)") or \(ReplayRequest.variable)=\(token)
      """
    let shown = try await attempt(failed.schedule, .loud(note))
    if !shown.hasFailed {
      report(
        """
        A schedule failed, and did not when it was run once more. \(Self.uncontrolled)\
        \(Self.quote(failed.failures))
        """
      )
    }
    return token
  }

  /// What went wrong in runs that were not shown, each failure once.
  private static func quote(_ failures: [String]) -> String {
    var seen: Set<String> = []
    let all = failures.filter { seen.insert($0).inserted }
    return all.isEmpty ? "" : " This went wrong: \(all.joined(separator: " "))"
  }

  private static let uncontrolled = """
    Something decides that no schedule controls, such as the date, a random number, a thread, or state \
    that one run leaves to the next.
    """

  private var mistake: String? {
    switch exploration.form {
    case .random(let count, _) where count < 1:
      "\(door) cannot try \(count) schedules, so nothing was run. Pass 1 or more."
    case .exhaustive(let limit, _) where limit < 1:
      "\(door) cannot try \(limit) schedules, so nothing was run. Pass 1 or more."
    default:
      (1...1_024).contains(concurrency)
        ? nil
        : """
        \(door) cannot run \(concurrency) simulations at a time, so nothing was run. Pass a concurrency \
        from 1 to 1024.
        """
    }
  }

  private func report(_ message: String) {
    IssuePath.deliver(DependencyIssue(message, at: site), from: frame)
  }
}
