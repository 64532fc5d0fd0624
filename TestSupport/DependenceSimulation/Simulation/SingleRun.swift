import Dependence

/// A run that nobody repeats: what goes wrong in it is reported as it happens.
struct SingleRun: Sendable {
  private let schedule: Schedule
  private let options: SimulationOptions
  private let site: SourceSite

  init(_ schedule: Schedule, _ options: [SimulationOption], _ site: SourceSite) {
    self.schedule = schedule
    self.options = SimulationOptions(options)
    // What brings issues home to a test must not inherit the notes of one run.
    Frame.current.root.owner?.scopeWillEscape()
    self.site = site
  }

  @concurrent
  func callAsFunction<Success: Sendable>(
    _ body: @escaping @Sendable @concurrent (Simulation) async throws -> Success
  ) async throws -> Success {
    try SimulationSupport.require()
    let run = try SimulatedRun(requestedSchedule(), options)
    return try finish(await run(body))
  }

  /// The same for a test, whose failures say in which simulation they happened.
  @concurrent
  func explaining(
    as name: String,
    _ body: @escaping @Sendable @concurrent (Simulation) async throws -> Void
  ) async throws {
    try SimulationSupport.require()
    let run = try SimulatedRun(requestedSchedule(), options)
    let hasFailed = Lock(false)
    let note = "in the simulation of \(name)\(advice)"
    let decide: @Sendable (String) -> FailureFate = { failure in
      hasFailed.withLock { $0 = true }
      return failure.contains(note) ? .kept : .annotated(note)
    }
    let outcome = await run.watched(by: Frame.current.root.owner, decide, body)
    do {
      try finish(outcome)
    } catch {
      TimelineAttachment.record(outcome.record)
      throw error
    }
    let isWrong = hasFailed.withLock { $0 } || !outcome.findings(options).isEmpty
    if isWrong { TimelineAttachment.record(outcome.record) }
  }

  func runBlocking<Success: Sendable>(
    _ body: @escaping @Sendable @concurrent (Simulation) async throws -> Success
  ) throws -> Success {
    try SimulationSupport.require()
    return try finish(SimulatedRun(requestedSchedule(), options).runBlocking(body))
  }

  /// How to run the schedule again without a change of the code.
  private var advice: String {
    guard case .random(let seed) = schedule.form else { return "" }
    return ": replay it with \(ReplayRequest.variable)=\(ReplayToken(seed: seed))"
  }

  /// The schedule that the environment asks for, or else the one that was given.
  private func requestedSchedule() throws(ReplayTokenError) -> Schedule {
    if schedule.token != nil { return schedule }
    guard let token = try ReplayRequest.fromEnvironment?.get() else { return schedule }
    return .replay(token)
  }

  private func finish<Success>(_ outcome: SimulatedRun.Outcome<Success>) throws -> Success {
    for message in outcome.findings(options) {
      IssuePath.deliver(DependencyIssue(message, at: site), from: .current)
    }
    return try outcome.get()
  }
}

extension SimulatedRun.Outcome {
  /// What the body returned.
  ///
  /// - Throws: What it threw, or why it did neither.
  func get() throws -> Success {
    switch ending {
    case .deadlock:
      throw SimulationError.deadlock(at: now, waiting: unfinished)
    case .livelock:
      throw SimulationError.livelock(steps: steps, at: now, running: unfinished)
    case .returned:
      guard let result else { preconditionFailure("A run that has ended has a result.") }
      return try result.get()
    }
  }

  /// What is wrong with a run besides what its body did.
  func findings(_ options: SimulationOptions) -> [String] {
    var findings = options.problems
    if ending == .returned, !unfinished.isEmpty, !options.allowsLeftoverTasks {
      let tasks = unfinished.prefix(20).map(\.description).joined(separator: "; ")
      let rest = unfinished.count > 20 ? "; and \(unfinished.count - 20) more" : ""
      findings.append(
        """
        The simulation ended while \(unfinished.count == 1 ? "a task" : "\(unfinished.count) tasks") had \
        not: \(tasks)\(rest). Await them in the body, cancel and await them, or allow them with the option \
        .leftoverTasks.
        """
      )
    }
    if outsideResumptions > 0, options.outsideLimit == nil {
      let times = outsideResumptions == 1 ? "once" : "\(outsideResumptions) times"
      findings.append(
        """
        Code outside the simulation made one of its tasks able to run, \(times): a queue, a thread, an \
        actor with an executor of its own, or an actor that another test uses at the same time. When that \
        happens is not for the simulation to decide, so the same seed need not give the same run. Replace \
        it in the test, or allow it with the option .outsideWork(upTo:).
        """
      )
    }
    return findings
  }
}
