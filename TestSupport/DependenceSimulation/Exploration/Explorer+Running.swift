import Dependence
import DependenceHarness

extension Explorer {
  /// Runs the code under test once with the given schedule.
  ///
  /// - Parameters:
  ///   - note: The text to append to each issue of the run. If it is `nil`, issues are only stored
  ///     in the result, because a later run reports them.
  ///   - hashSalt: A number mixed into each `hashValue` that the run reads. It differs between
  ///     repetitions of a schedule, to reveal code that depends on hash values.
  /// - Throws: Any error that a trait's closure throws, or a `CancellationError` if the test is
  ///   cancelled before or during the run.
  func run(
    _ schedule: Schedule,
    _ note: String? = nil,
    hashSalt: UInt64 = 0
  ) async throws -> RunResult {
    try Task.checkCancellation()
    let owner = frame.root.test
    var options = options
    options.hashSalt = hashSalt
    options.isPartOfSearch = true
    let simulation = SimulatedRun(schedule, options)
    let reporter = RunReporter(note, scope: frame)
    let failuresBefore = owner?.failureCount
    let run = sharedState.beginRun()
    let outcome: SimulatedRun.Outcome<Void>
    do {
      outcome = try await withIssueReporter(reporter) {
        try await simulation.watched(by: owner) {
          reporter.handle($0)
        } operation: {
          try await runInNewScope(
            run,
            simulation,
            reportingTo: reporter,
            showingNotes: note != nil
          )
        }
      }
    } catch {
      await reportSetUpFailures(of: reporter, in: run.number, isHidden: note == nil)
      reportCancellation(by: error, in: run.number)
      throw error
    }
    let isCancelled = Task.isCancelled
    await countKnownFailures(of: reporter)
    let isRecordedByXCTest = owner?.failureCount != failuresBefore
    if isRecordedByXCTest {
      reporter.note("An XCTest assertion failed, or an issue was reported outside the run's scope.")
    }
    let failures = reporter.takeFailures()
    var record = outcome.record
    record.failure = failures.first
    let result = RunResult(
      schedule: schedule,
      record: record,
      failures: failures,
      uncontrolledCode: outcome.uncontrolledCode,
      isRecorded: isRecordedByXCTest || reporter.hasDetachedFailure,
      hasFailedBeforeRelease: reporter.hasFailedBeforeRelease(after: failuresBefore)
    )
    if result.hasFailed, note == nil { unreported.withLock { $0 = $0 ?? result } }
    if isCancelled {
      do { try outcome.get() } catch { reportCancellation(by: error, in: run.number) }
      throw CancellationError()
    }
    return result
  }

  /// Runs the code under test once, in a scope of its own, and returns the outcome. When this
  /// method returns, it releases the scope and its default values, so that issues in their
  /// deinitializers belong to the run.
  @concurrent
  private func runInNewScope(
    _ run: SharedState.Run,
    _ simulation: SimulatedRun,
    reportingTo reporter: RunReporter,
    showingNotes showsNotes: Bool
  ) async throws -> SimulatedRun.Outcome<Void> {
    let owner = frame.root.test
    // Do not compare the values of a run that is shown to the user with those of other runs,
    // because the comparison could keep the values alive after the end of the run.
    let inspect: DependencyRoot.ValueObserver = { [sharedState] provider, isOverride, value in
      sharedState.inspect(value, of: provider, isOverride: isOverride, in: run)
    }
    let root = DependencyRoot(
      owner: frame.root.owner,
      part: "a simulated run",
      didProvide: showsNotes ? nil : inspect
    )
    reporter.begin(root)
    let scope: Frame
    do {
      scope = try await setUp(root, reporting: reporter)
    } catch {
      root.noteEarlyEnd()
      if let leftovers = root.end() { IssuePath.deliver(leftovers, from: .current) }
      throw error
    }
    root.setTestScope(scope)
    if !showsNotes {
      sharedState.inspect(scope, in: run)
      if let arguments { sharedState.inspect({ arguments }, of: nil, in: run) }
    }
    let outcome = await Frame.bind(scope) {
      await withIssueReporter(reporter) {
        let outcome = await simulation(body)
        do { try outcome.get() } catch { root.noteEarlyEnd() }
        if let leftovers = root.end() { IssuePath.deliver(leftovers, from: .current) }
        return outcome
      }
    }
    if showsNotes { owner?.attach(root.failureNotes, of: nil) }
    // A cancelled run may be incomplete, so its outcome (such as a thrown error or a deadlock) is
    // not reported. Only the failures that were reported during the run count.
    if !Task.isCancelled { Frame.bind(scope) { withIssueReporter(reporter) { report(outcome) } } }
    reporter.end(root)
    run.releaseComparedValues()
    return outcome
  }

  /// Reports the failures of a run whose setup has thrown an error, because the search then ends.
  ///
  /// - Parameter isHidden: Whether the failures have not been reported yet.
  private func reportSetUpFailures(
    of reporter: RunReporter,
    in run: Int,
    isHidden: Bool
  ) async {
    await countKnownFailures(of: reporter)
    let failures = reporter.takeFailures()
    if failures.isEmpty || !isHidden { return }
    report(
      """
      The setup of run \(run) of \(apiName) failed, so the search ended early.\(Self.quote(failures))
      """
    )
  }

  /// Reports an issue if the body or a trait's closure has cancelled the test, for example with
  /// Swift Testing's `Test.cancel`. The search then ends before it has tried all schedules.
  ///
  /// If the first run cancels the test, no issue is reported. Every search begins with the same
  /// run, so such a test is always skipped.
  private func reportCancellation(by error: any Error, in run: Int) {
    guard Task.isCancelled, run > 1, unreported.withLock({ $0 == nil }),
      !(error is CancellationError || error is SimulationError)
    else { return }
    report(
      """
      The test was cancelled in run \(run) of \(apiName), so the search ended early and has proved nothing. To skip a \
      test, cancel it before the search. To end only one schedule, return from the body.
      """
    )
  }

  /// Adds expected failures to the run's failures if the `withKnownIssue` call that expects them
  /// surrounds the whole search. Such failures make the run fail.
  private func countKnownFailures(of reporter: RunReporter) async {
    for failure in reporter.knownFailures {
      if await expects(failure) { reporter.note(failure) }
    }
  }

  /// Creates a run's dependency scope by reevaluating the `.dependencies` traits around the search,
  /// so that each run starts with new dependency values.
  ///
  /// - Throws: Any error that a trait's closure throws.
  private func setUp(
    _ root: DependencyRoot,
    reporting reporter: RunReporter
  ) async throws -> Frame {
    let bottom = RootFrame(root)
    let start = ScopeFrame(over: bottom, reporter: reporter)
    return try await SimulatedWorlds.$isSettingUp.withValue(true) {
      try await frame.reevaluated(onto: bottom, through: start)
    }
  }

  private func report(_ outcome: SimulatedRun.Outcome<Void>) {
    // Ignore the option that allows tasks to wait for code outside the simulation. A search always
    // reports such code, because a run that depends on it cannot be repeated.
    var options = options
    options.outsideLimit = nil
    for finding in outcome.findings(options) {
      IssuePath.deliver(finding, at: site)
    }
    do {
      try outcome.get()
    } catch {
      if frame.root.test?.hasRecorded(error) == true { return }
      let message =
        error is SimulationError ? "\(error)" : "The body threw \(error) in a run of \(apiName)"
      IssuePath.deliver(message, at: site)
    }
  }

  /// Returns `true` if a `withKnownIssue` call around the whole search expects the failure.
  ///
  /// The `withKnownIssue` call may be inside the run instead. To find out, this function reports
  /// the failure once more outside any run, and checks whether the test runner expects it there.
  /// This second report is dropped, so the test runner does not record it.
  private func expects(_ failure: String) async -> Bool {
    if let known = expected.withLock({ $0[failure] }) { return known }
    let isKnown = Lock(false)
    // `try?` does not hide an error here, because the `operation` closure does not throw.
    try? await frame.root.test?.watching { failure in
      isKnown.withLock { $0 = failure.isKnown }
      return .dropped
    } including: {
      false
    } operation: {
      report(failure)
    }
    let result = isKnown.withLock(\.self)
    expected.withLock { $0[failure] = result }
    return result
  }
}
