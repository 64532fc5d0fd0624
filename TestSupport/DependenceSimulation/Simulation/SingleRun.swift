import Dependence
import DependenceHarness

/// A simulation that runs only once. Unlike in a search, failures are reported as they happen.
struct SingleRun: Sendable {
  private let schedule: Schedule
  private let options: SimulationOptions
  private let site: SourceSite

  init(_ schedule: Schedule, _ options: [SimulationOption], _ site: SourceSite) {
    self.schedule = schedule
    self.options = SimulationOptions(options)
    // This call starts the task that records issues on the test. If that task started during the
    // run, it would inherit the handler that adds notes to the failures of the run.
    Frame.current.root.owner?.scopeWillEscape()
    self.site = site
  }

  @concurrent
  func callAsFunction<Success: Sendable>(_ body: @escaping Body<Success>) async throws -> Success {
    try finish(await makeRun()(body))
  }

  /// Runs the body of a test in the simulation, and adds a note that identifies the simulation to
  /// each failure.
  @concurrent
  func explaining(as name: String, _ body: @escaping Body<Void>) async throws {
    let run = try makeRun()
    let hasFailed = Lock(false)
    let advice = schedule.seedToken.map { ": replay it with \(ReplayToken.variable)=\($0)" } ?? ""
    let note = "in the simulation of \(name)\(advice)"
    let decide: @Sendable (RunnerFailure) -> FailureFate = { failure in
      if failure.isKnown { return .kept }
      if SimulationCore.current?.isRunningStoppedTask == true { return .dropped }
      hasFailed.withLock { $0 = true }
      return failure.text.contains(note) ? .kept : .annotated(note)
    }
    let outcome = await run.watched(by: Frame.current.root.test, decide, body)
    do {
      try finish(outcome)
    } catch {
      TimelineFiles.record(outcome.record, at: site)
      throw error
    }
    let isWrong = hasFailed.withLock { $0 } || !outcome.findings(options).isEmpty
    if isWrong { TimelineFiles.record(outcome.record, at: site) }
  }

  func runBlocking<Success: Sendable>(_ body: @escaping Body<Success>) throws -> Success {
    try finish(makeRun().runBlocking(body))
  }

  private func makeRun() throws -> SimulatedRun {
    try SimulationSupport.require()
    let token = try schedule.token ?? ReplayToken.fromEnvironment()
    return SimulatedRun(token.map(Schedule.replay) ?? schedule, options)
  }

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
  /// The message for a replay that takes other steps than the run from which the token was created.
  var misfit: String {
    """
    The replay of \(self) took another course than the run it was taken from: the code has changed \
    since, or depends on something that no schedule controls, such as the date, a random number or the \
    order of a set.
    """
  }
}

extension SimulatedRun.Outcome {
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

  /// A sentence about work that the simulation did not control, or `nil` if there was no such work.
  var escape: String? {
    func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
    let happened: String
    if outsideResumptions > 0 {
      happened = """
        Code outside the simulation made one of its tasks able to run, \(times(outsideResumptions)): a queue, a \
        thread, an actor with an executor of its own, or an actor that another test uses at the same time. When \
        that happens
        """
    } else if departures > 0 {
      happened = """
        Code of the simulation handed work to a queue of Dispatch, \(times(departures)). When that is done
        """
    } else {
      return nil
    }
    return """
      \(happened) is not for the simulation to decide, so the same seed need not give the same run. Replace it in \
      the test, or allow it with the option .outsideWork(upTo:).
      """
  }

  /// The messages about problems of the run other than failures of the body, such as unfinished
  /// tasks.
  func findings(_ options: SimulationOptions) -> [String] {
    var findings = options.problems
    if isStuck {
      findings.append(
        """
        A task that had not ended could not be cancelled: its handler hangs. It may wait for a queue that waits for \
        the task, which is code that no simulation controls. Replace it in the test.
        """
      )
    }
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
    if options.outsideLimit == nil, let escape { findings.append(escape) }
    return findings
  }
}
