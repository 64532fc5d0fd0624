import Dependence
import DependenceHarness

/// A simulation with a single schedule. Unlike a search, which tries many schedules, it runs only
/// once and reports failures as they happen.
struct SingleRun: Sendable {
  private let schedule: Schedule
  private let options: SimulationOptions
  private let site: SourceSite

  init(_ schedule: Schedule, _ options: [SimulationOption], _ site: SourceSite) {
    self.schedule = schedule
    self.options = SimulationOptions(options)
    // Before the run, have the owner of the dependency scope, usually a test, start the task that
    // records its issues. If that task were started during the run, it would inherit the handler
    // that annotates the run's failures.
    Frame.current.root.owner?.scopeWillEscape()
    self.site = site
  }

  @concurrent
  func callAsFunction<Success: Sendable>(_ body: @escaping Body<Success>) async throws -> Success {
    try finish(await makeRun()(body))
  }

  /// Runs a test's body in the simulation. Annotates each failure with a note that identifies the
  /// simulation and, if possible, explains how to replay it.
  @concurrent
  func explaining(as name: String, _ body: @escaping Body<Void>) async throws {
    let run = try makeRun()
    let hasFailed = Lock(false)
    // If the environment variable `DEPENDENCE_REPLAY` is set, the run replays the token in that
    // variable instead of using `schedule`. The advice in the note then names that token.
    let advice =
      run.core.schedule.token.map { ", in the replay of \($0)" }
      ?? schedule.seedToken.map { ". Replay it with \(ReplayToken.variable)=\($0)" } ?? ""
    let note = "This happened in the simulation of \(name)\(advice)"
    let handle: @Sendable (RunnerFailure) -> FailureHandling = { failure in
      if failure.isKnown { return .kept }
      if SimulationCore.current?.isRunningStoppedTask == true { return .dropped }
      hasFailed.withLock { $0 = true }
      return failure.text.contains(note) ? .kept : .annotated(note)
    }
    let outcome = try await run.watched(by: Frame.current.root.test, handle) { await run(body) }
    let result = Result { try finish(outcome) }
    let isWrong = hasFailed.withLock { $0 } || !outcome.findings(options).isEmpty
    if isWrong || (try? result.get()) == nil { TimelineFiles.record(outcome.record, at: site) }
    try result.get()
  }

  func runBlocking<Success: Sendable>(_ body: @escaping Body<Success>) throws -> Success {
    try finish(makeRun().runBlocking(body))
  }

  private func makeRun() throws -> SimulatedRun {
    try SimulationSupport.require()
    if SimulationCore.current?.options.isPartOfSearch == true {
      IssuePath.deliver(Self.insideSearch, at: site)
    }
    let token = try schedule.token ?? ReplayToken.fromEnvironment()
    return SimulatedRun(token.map(Schedule.replay) ?? schedule, options)
  }

  private static let insideSearch = """
    A simulation started within a run of a search. The search does not try other orders of the tasks in this inner \
    simulation, so its result would not include them. Remove one of the two. In Swift Testing, they may come from two \
    traits: for example, .explore of the suite and .deterministic of the test.
    """

  private func finish<Success>(_ outcome: SimulatedRun.Outcome<Success>) throws -> Success {
    var findings = outcome.findings(options)
    if let token = outcome.schedule.token, !token.fits(outcome.record) {
      findings.append(token.misfit)
    }
    for message in findings {
      IssuePath.deliver(message, at: site)
    }
    return try outcome.get()
  }
}

extension ReplayToken {
  /// The message for a replay whose steps differ from those of the run that printed the token.
  var misfit: String {
    """
    The replay of \(self) took different steps than the run that printed the token. Possible causes: the token belongs \
    to another test, to another search of this test or to other test arguments; the code has changed; or it depends on \
    something that the schedule does not control, such as the date, a random number or the order of a set. Override such \
    a dependency in the test, or search for the failure again to get a new token.
    """
  }
}

extension SimulatedRun.Outcome {
  func get() throws -> Success {
    switch ending {
    case .deadlock:
      var waiting = unfinished
      for index in waiting.indices { waiting[index].outsideLimit = outsideLimit }
      throw SimulationError.deadlock(at: now, waiting: waiting)
    case .livelock:
      throw SimulationError.livelock(steps: steps, at: now, running: unfinished)
    case .returned:
      guard let result else { preconditionFailure("A run that has ended has a result.") }
      return try result.get()
    }
  }

  /// A message about work that the simulation did not control, such as work on a dispatch queue, or
  /// `nil` if there was no such work.
  var uncontrolledCode: String? {
    func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
    let happened: String
    if outsideResumptions > 0 {
      happened = """
        Code outside the simulation resumed one of its tasks \(times(outsideResumptions)): a queue, a thread, an actor \
        with its own executor, or an actor that another test uses at the same time. The simulation cannot control when \
        that happens
        """
    } else if outsideSubmissions > 0 {
      happened = """
        Code in the simulation submitted work to a Dispatch queue or a custom executor, or started a thread, \
        \(times(outsideSubmissions)). The simulation cannot control when that work runs
        """
    } else {
      return nil
    }
    return """
      \(happened), so the same seed may give a different run. Replace that code in the test. Outside a \
      search, the option .outsideWork(upTo:) of simulate and .deterministic allows it.
      """
  }

  /// Returns messages about problems with the run, such as tasks that have not ended. Failures of
  /// the test itself are not included.
  func findings(_ options: SimulationOptions) -> [String] {
    var findings = options.problems
    if isStuck {
      findings.append(
        """
        A task that had not ended could not be cancelled, because its cancellation handler does not return. The handler \
        may be waiting for a queue or a thread, which the simulation does not control. Replace that code in the test.
        """
      )
    }
    if ending == .returned, !unfinished.isEmpty, !options.allowsLeftoverTasks {
      let tasks = unfinished.prefix(20).map(\.description).joined(separator: "; ")
      let rest = unfinished.count > 20 ? "; and \(unfinished.count - 20) more" : ""
      findings.append(
        """
        \(unfinished.count.counting("task")) had not ended when the body of the simulation returned: \(tasks)\(rest). \
        Await each task in the body, cancel and await it, or allow such tasks with the option .leftoverTasks.
        """
      )
    }
    if options.outsideLimit == nil, let uncontrolledCode { findings.append(uncontrolledCode) }
    return findings
  }
}
