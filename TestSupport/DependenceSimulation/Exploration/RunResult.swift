import Dependence
import DependenceHarness

/// The result of running the code under test once with one schedule.
struct RunResult: Sendable {
  let schedule: Schedule
  let record: RunRecord
  let failures: [String]
  /// See ``SimulatedRun/Outcome/uncontrolledCode``.
  let uncontrolledCode: String?
  /// Whether XCTest has already recorded a failure of this run, which cannot be undone.
  let isRecorded: Bool

  var hasFailed: Bool { !failures.isEmpty }
}

extension Explorer {
  /// Runs the code under test once with the given schedule.
  ///
  /// - Parameters:
  ///   - note: The text to append to each issue of the run. If it is `nil`, the result contains the
  ///     issues, but they are not reported, because a later run reports them.
  ///   - hashSalt: A number that is mixed into the hash values that the run computes.
  /// - Throws: The error of a trait's closure, or a `CancellationError` if the test is cancelled
  ///   before or during the run.
  func run(
    _ schedule: Schedule,
    _ note: String? = nil,
    hashSalt: UInt64 = 0
  ) async throws -> RunResult {
    try Task.checkCancellation()
    var options = options
    options.hashSalt = hashSalt
    let owner = frame.root.test
    let run = sharedState.beginRun()
    let root = DependencyRoot(owner: frame.root.owner, part: "a simulated run") { [sharedState] in
      sharedState.inspect($1, of: $0, run: run)
    }
    let reporter = RunReporter(note, root, scope: frame)
    let failuresBefore = owner?.failureCount
    let scope = try await setUp(root, reporting: reporter)
    sharedState.inspect(scope, run: run)
    let outcome = await Frame.bind(scope) {
      await withIssueReporter(reporter) {
        let run = SimulatedRun(schedule, options)
        reporter.isWatched.withLock { $0 = true }
        let outcome = await run.watched(by: owner, { reporter.handle($0) }, body)
        reporter.isWatched.withLock { $0 = false }
        if let leftovers = root.end() { IssuePath.deliver(leftovers, from: .current) }
        return outcome
      }
    }
    if let known = reporter.knownFailure, await expects(known) { reporter.countKnownFailures() }
    if note != nil { owner?.attach(root.failureNotes) }
    let isCancelled = Task.isCancelled
    // A cancelled run may be incomplete, so only the failures that occurred during the run count.
    if !isCancelled { Frame.bind(scope) { withIssueReporter(reporter) { report(outcome) } } }
    let isRecorded = owner?.failureCount != failuresBefore
    if isRecorded { reporter.note("An XCTest assertion failed.") }
    let failures = reporter.failures
    var record = outcome.record
    record.failure = failures.first
    let result = RunResult(
      schedule: schedule,
      record: record,
      failures: failures,
      uncontrolledCode: outcome.uncontrolledCode,
      isRecorded: isRecorded
    )
    if result.hasFailed, note == nil { unreported.withLock { $0 = $0 ?? result } }
    if isCancelled { throw CancellationError() }
    return result
  }

  /// Creates the dependency scope of one run by reevaluating the `.dependencies` traits around the
  /// search.
  ///
  /// - Throws: The error that a trait's closure throws.
  private func setUp(
    _ root: DependencyRoot,
    reporting reporter: RunReporter
  ) async throws -> Frame {
    let setUp = SetUpReporter(reporter)
    defer { setUp.isOver.withLock { $0 = true } }
    let bottom = RootFrame(root)
    let start = ScopeFrame(over: bottom, reporter: setUp)
    return try await SimulatedWorlds.$isSettingUp.withValue(true) {
      try await frame.reevaluated(onto: bottom, through: start)
    }
  }

  private func report(_ outcome: SimulatedRun.Outcome<Void>) {
    // Remove the option that allows work outside the simulation. A search always reports such work,
    // because a run that depends on it cannot be repeated.
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
}

/// A reporter that forwards issues only while the dependency scope of a run is being created.
/// Afterwards, it leaves issues to other reporters.
private final class SetUpReporter: IssueReporter {
  let isOver = Lock(false)
  private let reporter: RunReporter

  init(_ reporter: RunReporter) { self.reporter = reporter }

  func report(_ issue: DependencyIssue) -> Bool {
    !isOver.withLock(\.self) && reporter.report(issue)
  }
}

/// A reporter that collects the issues of one run. It reports them only in runs that are shown to
/// the user, such as the last run of a shrunk schedule. It hides the issues of all other runs.
private final class RunReporter: IssueReporter {
  private struct Noted: Sendable {
    var failures: [String] = []
    /// The messages of failures that the test expects in a call to `withKnownIssue`.
    var known: [String] = []
  }

  private let addition: String?
  private let root: DependencyRoot
  private let scope: Frame
  private let noted = Lock(Noted())
  /// Whether the run is in progress. Until it ends, the test runner passes each failure of the test
  /// to ``handle(_:)``.
  let isWatched = Lock(false)

  init(_ addition: String?, _ root: DependencyRoot, scope: Frame) {
    self.addition = addition
    self.root = root
    self.scope = scope
  }

  var failures: [String] { noted.withLock { $0.failures } }
  /// The message of the first failure that the test expects in a call to `withKnownIssue`, or `nil`
  /// if there is no such failure.
  var knownFailure: String? { noted.withLock { $0.known.first } }

  func note(_ failure: String) { noted.withLock { $0.failures.append(failure) } }

  /// Counts expected failures as failures of the run. Call this function only if the
  /// `withKnownIssue` call that expects these failures surrounds the whole search.
  func countKnownFailures() { noted.withLock { $0.failures += $0.known } }

  /// Returns the text to append to a failure, or `nil` if this run does not report its failures.
  private func note(for failure: String) -> String? {
    addition.map { addition in
      // Skip notes that a trait has already added to the message during the run.
      let summaries = root.failureNotes.compactMap(\.summary).filter { !failure.contains($0) }
      return ([addition] + summaries).joined(separator: "\n")
    }
  }

  func report(_ issue: DependencyIssue) -> Bool {
    // Pass the issue to the test runner. The runner checks whether a `withKnownIssue` call expects
    // the issue, and then calls `handle`.
    if addition == nil, isWatched.withLock(\.self), let owner = scope.root.test, owner.isRunningHere
    {
      return owner.receive(issue)
    }
    note(issue.message)
    guard let note = note(for: issue.message) else { return true }
    var issue = issue
    issue.message += "\n\(note)"
    IssuePath.deliver(issue, from: scope)
    return true
  }

  func handle(_ failure: RunnerFailure) -> FailureHandling {
    if SimulationCore.current?.isRunningStoppedTask == true { return .dropped }
    if let addition, failure.text.contains(addition) { return .kept }
    noted.withLock { noted in
      if failure.isKnown {
        noted.known.append(failure.text)
      } else {
        noted.failures.append(failure.text)
      }
    }
    return note(for: failure.text).map(FailureHandling.annotated) ?? .dropped
  }
}

extension Explorer {
  /// Returns `true` if a `withKnownIssue` call around the whole search expects the failure.
  ///
  /// The `withKnownIssue` call may be inside the run instead. To distinguish the two cases, this
  /// function reports the failure outside all runs and checks whether the test runner expects it.
  /// The report itself is dropped, so the test runner never records it.
  private func expects(_ failure: String) async -> Bool {
    if let known = expected.withLock({ $0[failure] }) { return known }
    let isKnown = Lock(false)
    // `try?` does not hide an error here, because the operation does not throw.
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
