import Dependence
import DependenceHarness

/// A search for a schedule that makes a test fail. It runs the schedules and reports the result.
struct Explorer: Sendable {
  let exploration: Exploration
  let concurrency: Int
  let options: SimulationOptions
  /// The name of the trait that started the search, such as `.explore`, or `nil` if the function
  /// `explore` started it.
  let trait: String?
  let site: SourceSite
  let frame = Frame.readable
  /// The dependency values that all runs of this search share. If a run changes them, the search
  /// fails, because later runs would start from a different state.
  let sharedState = SharedState()
  /// The arguments of the test, which all runs of this search share as well.
  let arguments = SharedArguments.current
  /// For each failure that a `withKnownIssue` call expects, whether that call surrounds the whole
  /// search or is inside a run (`false`). The keys are the messages of the failures.
  let expected = Lock<[String: Bool]>([:])
  /// The search's first failed run. If an error, such as the test's cancellation, ends the search
  /// before this run's schedule has been simplified, the run is reported as it is.
  let unreported = Lock<RunResult?>(nil)
  let body: Body<Void>

  init(
    _ exploration: Exploration,
    _ concurrency: Int,
    _ options: [SimulationOption],
    as trait: String? = nil,
    at site: SourceSite,
    _ body: @escaping Body<Void>
  ) {
    self.exploration = exploration
    self.concurrency = concurrency
    var options = SimulationOptions(options)
    options.stepLimit = options.stepLimit ?? RunLog.limit
    if case .exhaustive = exploration.form, options.time == .automatic { options.time = .anytime }
    self.options = options
    self.trait = trait
    self.site = site
    self.body = body
    // Before the first run, have the test start the task that records its issues. If that task were
    // started during a run, it would inherit the run's issue handler, which hides them.
    frame.root.owner?.scopeWillEscape()
  }

  /// The name of the trait or function that started the search, as shown in messages.
  var apiName: String { trait ?? "explore" }

  /// The number of runs that execute concurrently. In an exhaustive search, this is always 1,
  /// because the next schedule depends on the results of all earlier ones. It is also 1 if the test
  /// runner only counts failures, as XCTest does, because a failure could then be attributed to the
  /// wrong run.
  var workerCount: Int {
    if case .exhaustive = exploration.form { return 1 }
    return frame.root.test?.failureCount == nil ? concurrency : 1
  }

  /// Searches for a failing schedule or, if the environment variable `DEPENDENCE_REPLAY` is set,
  /// replays the schedule in that variable.
  @concurrent
  func callAsFunction() async throws -> ExplorationResult {
    try await CallsInProgress.track(apiName, at: site) { try await result() }
  }

  @concurrent
  private func result() async throws -> ExplorationResult {
    try SimulationSupport.require()
    if SimulationSupport.isOutsideTests { return refuse(Self.outsideTests) }
    let request: (token: ReplayToken?, shard: Shard)
    do {
      request = (try ReplayToken.fromEnvironment(), try Shard.fromEnvironment())
    } catch {
      return refuse("\(error)")
    }
    if let token = request.token { return try await replay(token) }
    if let problem { return refuse(problem) }
    do {
      return try await search(request.shard)
    } catch {
      if let failed = unreported.withLock(\.self) {
        _ = showAsItIs(
          failed,
          because: "A schedule of \(apiName) failed, and the search then ended early: \(error)."
        )
      }
      throw error
    }
  }

  private func refuse(_ problem: String, after schedules: Int = 0) -> ExplorationResult {
    report(problem)
    return ExplorationResult(schedules: schedules)
  }

  func replay(_ token: ReplayToken) async throws -> ExplorationResult {
    let note = "This happened in the replay of \(token)"
    let result = try await run(.replay(token), note)
    if !token.fits(result.record) { report(token.misfit) }
    if result.hasFailed { TimelineFiles.record(result.record, at: site) }
    return ExplorationResult(schedules: 1, failure: result.hasFailed ? token : nil)
  }

  private func search(_ shard: Shard) async throws -> ExplorationResult {
    let first = try await run(.random(seed: 0))
    if first.record.ending == .livelock || first.isRecorded {
      let token = try await explain(first, after: 1, hasPassed: false)
      return ExplorationResult(schedules: 1, failure: token)
    }
    guard let measured = try await measure(first) else {
      return ExplorationResult(schedules: 1)
    }
    let search = Lock(ScheduleSearch(exploration, length: measured.length, shard: shard))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<workerCount {
        group.addTask {
          var lastYield = ContinuousClock.now
          while let ticket = search.withLock({ $0.next() }) {
            let result = try await run(ticket, of: search)
            search.withLock { $0.finish(ticket, with: result) }
            // A run blocks its thread until the run ends, so the worker yields regularly to let
            // other tests use the thread. Yielding after each run would take up a tenth of the
            // search time.
            if lastYield.duration(to: .now) > .milliseconds(1) {
              await Task.yield()
              lastYield = .now
            }
          }
        }
      }
      // Await the workers in a loop. If a worker throws an error, the loop rethrows it, and the
      // group cancels the other workers.
      for try await _ in group {}
    }
    try Task.checkCancellation()
    let lateFailure = try await repeatSchedules(of: search)
    let result = search.withLock(\.self)
    // If runs modified shared state, the search reports only that problem, because it may explain
    // all other problems.
    if let problem = sharedState.problem { return refuse(problem, after: result.explored) }
    if let divergence = result.divergence {
      report(
        """
        The same scheduling choices led to two different runs, from step \(divergence) on. \(Self.uncontrolled)
        """
      )
    }
    // Before the search, `measure` compared two runs with the same schedule. If either run failed,
    // its failure counts as well, because the search may not try this schedule again.
    guard let failed = result.failed ?? lateFailure ?? measured.failed else {
      if let incompleteMessage = result.incompleteMessage { report(incompleteMessage) }
      let summary = ExplorationResult(
        schedules: result.explored,
        distinctSchedules: min(result.explored, result.distinct),
        isComplete: result.isComplete,
        assumptions: result.isComplete ? assumptions(of: result) : [],
        preemptsSteps: options.preemptsSteps,
        time: options.time,
        usedRandomNumbers: result.usedRandomNumbers,
        shard: shard
      )
      if result.incompleteMessage == nil, result.divergence == nil {
        System.writeToStandardError("explored \(site): \(summary)\n")
      }
      return summary
    }
    // If this process's part of a random search is empty, only a run before the search can have
    // failed. Count that run as one schedule.
    let tried = max(1, result.tried)
    // If more schedules than workers were tried, at least one worker tried a second schedule. A
    // worker does so only if its first schedule passed.
    let hasPassed = measured.failed == nil || tried > workerCount
    let token = try await explain(failed, after: tried, hasPassed: hasPassed)
    return ExplorationResult(schedules: tried, failure: token, shard: shard)
  }

  private func assumptions(of search: ScheduleSearch) -> [ExplorationResult.Assumption] {
    var assumptions: [ExplorationResult.Assumption] = []
    if search.isConditional || sharedState.isTruncated { assumptions.append(.observableState) }
    if search.cancelsSeveralTasks { assumptions.append(.cancellationAtOnce) }
    if options.allowsLeftoverTasks { assumptions.append(.oneOrderOfLeftovers) }
    return assumptions
  }

  /// Runs a schedule of the search. Some schedules run twice, to check that both runs take the same
  /// steps.
  private func run(
    _ ticket: SearchTicket,
    of search: Lock<ScheduleSearch>
  ) async throws -> RunResult {
    let first = try await run(ticket.schedule)
    let history = RunHistory(first.record)
    let steps = first.record.steps.count
    let isRepeated = search.withLock { search in
      search.compare(history)
      return !first.hasFailed && search.takeRepeat(of: ticket, steps: steps)
    }
    guard isRepeated else { return first }
    let second = try await repeatRun(ticket.schedule, of: search)
    return second.hasFailed ? second : first
  }

  private func repeatRun(
    _ schedule: Schedule,
    of search: Lock<ScheduleSearch>
  ) async throws -> RunResult {
    let result = try await runWithShuffledHeap(schedule)
    let history = RunHistory(result.record)
    search.withLock { $0.compare(history) }
    return result
  }

  /// Runs a schedule again with different object addresses and hash values than in earlier runs, to
  /// reveal code that depends on them.
  func runWithShuffledHeap(_ schedule: Schedule) async throws -> RunResult {
    HeapShuffle.perform()
    return try await run(schedule, hashSalt: .random(in: 0 ... .max))
  }

  private func repeatSchedules(of search: Lock<ScheduleSearch>) async throws -> RunResult? {
    while let schedule = search.withLock({ $0.takeLateRepeat() }) {
      let result = try await repeatRun(schedule, of: search)
      if result.hasFailed { return result }
    }
    return nil
  }

  /// Repeats the first run of a search to check that the same schedule always leads to the same
  /// run. If so, returns the number of scheduling choices in the run, and the first of the two runs
  /// that failed (`nil` if neither failed). Otherwise, reports an issue and returns `nil`.
  private func measure(_ first: RunResult) async throws -> (length: Int, failed: RunResult?)? {
    if let uncontrolledCode = first.uncontrolledCode {
      let others = first.failures.filter { !$0.hasPrefix(uncontrolledCode) }
      report("\(uncontrolledCode) No search was run.\(Self.quote(others))")
      return nil
    }
    let second = try await runWithShuffledHeap(.random(seed: 0))
    if let problem = sharedState.problem {
      report("\(problem) No search was run.")
      return nil
    }
    // Failures in deinitializers are not compared, because the values of the first run are not
    // released until those of the second run are.
    let outcomes =
      first.hasFailedBeforeRelease == second.hasFailedBeforeRelease
      ? nil : "one failed, the other did not"
    guard let difference = first.record.difference(from: second.record) ?? outcomes else {
      return (first.record.choices.count, [first, second].first(where: \.hasFailed))
    }
    report(
      """
      The same schedule gave two different runs: \(difference). \(Self.uncontrolled) No search was run.\
      \(Self.quote(first.failures + second.failures))
      """
    )
    return nil
  }

  private var problem: String? {
    if exploration.count < 1 {
      return
        "\(apiName) cannot try \(exploration.count) schedules, so nothing was run. Pass 1 or more."
    }
    if (1...1_024).contains(concurrency) { return nil }
    return """
      \(apiName) cannot run \(concurrency) simulations at a time, so nothing was run. Pass a value from 1 to 1024 as \
      `concurrency:`.
      """
  }
}
