import Dependence
import DependenceHarness

struct Attempt: Sendable {
  let schedule: Schedule
  let record: RunRecord
  let failures: [String]
  /// A sentence about code that the simulation did not control, or `nil` if there was none.
  let escape: String?
  /// Whether XCTest has already recorded a failure of this run. Such a record cannot be removed.
  let isRecorded: Bool

  var hasFailed: Bool { !failures.isEmpty }
}

extension Explorer {
  /// Runs the body of the search once.
  ///
  /// - Parameters:
  ///   - note: A text to append to each issue of this run. If it is `nil`, the issues are only
  ///     stored in the result, because a later run reports them.
  ///   - hashSalt: A number that changes the hash values of this run.
  func attempt(
    _ schedule: Schedule,
    _ note: String? = nil,
    hashSalt: UInt64 = 0
  ) async throws -> Attempt {
    var options = options
    options.hashSalt = hashSalt
    let owner = frame.root.test
    let run = sharedState.beginRun()
    let root = DependencyRoot(owner: frame.root.owner, part: "a schedule") { [sharedState] in
      sharedState.inspect($1, of: $0, run: run)
    }
    let reporter = AttemptReporter(note, root, scope: frame)
    let failuresBefore = owner?.failureCount
    let scope = try await setUp(root, reporting: reporter)
    sharedState.inspect(scope, run: run)
    let outcome = await Frame.bind(scope) {
      await withIssueReporter(reporter) {
        let run = SimulatedRun(schedule, options)
        reporter.isWatched.withLock { $0 = true }
        let outcome = await run.watched(by: owner, { reporter.decide($0) }, body)
        reporter.isWatched.withLock { $0 = false }
        if let leftovers = root.finishAudits() { IssuePath.deliver(leftovers, from: .current) }
        root.close()
        return outcome
      }
    }
    if let known = reporter.knownFailure, await expects(known) { reporter.countKnownFailures() }
    if note != nil { owner?.attach(root.failureNotes) }
    if Task.isCancelled { throw CancellationError() }
    Frame.bind(scope) { withIssueReporter(reporter) { report(outcome) } }
    let isRecorded = owner?.failureCount != failuresBefore
    if isRecorded { reporter.note("An assertion of XCTest failed.") }
    let failures = reporter.failures
    var record = outcome.record
    record.failure = failures.first
    return Attempt(
      schedule: schedule,
      record: record,
      failures: failures,
      escape: outcome.escape,
      isRecorded: isRecorded
    )
  }

  /// Evaluates the traits around the search for one run.
  ///
  /// - Throws: The error that the closure of a trait throws.
  private func setUp(
    _ root: DependencyRoot,
    reporting reporter: AttemptReporter
  ) async throws -> Frame {
    let setUp = SetUpReporter(reporter)
    defer { setUp.isOver.withLock { $0 = true } }
    let bottom = RootFrame(root)
    let start = ScopeFrame(over: bottom, reporter: setUp)
    return try await SimulatedWorlds.$isSettingUp.withValue(true) {
      try await frame.remade(onto: bottom, through: start)
    }
  }

  private func report(_ outcome: SimulatedRun.Outcome<Void>) {
    // Code outside the simulation behaves differently in each run, so a search never allows it.
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
        error is SimulationError ? "\(error)" : "A schedule of \(apiName) threw \(error)"
      IssuePath.deliver(message, at: site)
    }
  }
}

/// Passes issues on to the reporter of a run while the traits around the run are evaluated.
private final class SetUpReporter: IssueReporter {
  let isOver = Lock(false)
  private let reporter: AttemptReporter

  init(_ reporter: AttemptReporter) { self.reporter = reporter }

  func report(_ issue: DependencyIssue) -> Bool {
    !isOver.withLock(\.self) && reporter.report(issue)
  }
}

private final class AttemptReporter: IssueReporter {
  private struct Noted: Sendable {
    var failures: [String] = []
    /// The failures inside `withKnownIssue`.
    var known: [String] = []
  }

  private let addition: String?
  private let root: DependencyRoot
  private let scope: Frame
  private let noted = Lock(Noted())
  /// Whether the run is active, so that the runner calls ``decide(_:)`` before it records an issue.
  let isWatched = Lock(false)

  init(_ addition: String?, _ root: DependencyRoot, scope: Frame) {
    self.addition = addition
    self.root = root
    self.scope = scope
  }

  var failures: [String] { noted.withLock { $0.failures } }
  /// The first failure inside `withKnownIssue`.
  var knownFailure: String? { noted.withLock { $0.known.first } }

  func note(_ failure: String) { noted.withLock { $0.failures.append(failure) } }

  /// Turns the known failures into failures, because the whole search is expected to fail.
  func countKnownFailures() { noted.withLock { $0.failures += $0.known } }

  /// Returns the text to append to a failure, or `nil` if a later run reports the failure.
  private func note(for failure: String) -> String? {
    addition.map { addition in
      // A trait inside the run has already added its notes.
      let summaries = root.failureNotes.compactMap(\.summary).filter { !failure.contains($0) }
      return ([addition] + summaries).joined(separator: "\n")
    }
  }

  func report(_ issue: DependencyIssue) -> Bool {
    // The runner determines whether the issue is expected, and passes it to `decide`.
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

  func decide(_ failure: RunnerFailure) -> FailureFate {
    if SimulationCore.current?.isRunningStoppedTask == true { return .dropped }
    if let addition, failure.text.contains(addition) { return .kept }
    noted.withLock { noted in
      if failure.isKnown {
        noted.known.append(failure.text)
      } else {
        noted.failures.append(failure.text)
      }
    }
    return note(for: failure.text).map(FailureFate.annotated) ?? .dropped
  }
}

extension Explorer {
  /// Returns `true` if a `withKnownIssue` around the whole search expects the failure.
  ///
  /// A `withKnownIssue` inside the run may expect it instead. To find out, this function reports
  /// the failure outside all runs and checks whether the runner expects it. The runner never
  /// records it.
  private func expects(_ failure: String) async -> Bool {
    if let known = expected.withLock({ $0[failure] }) { return known }
    let isKnown = Lock(false)
    // The operation does not throw.
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
