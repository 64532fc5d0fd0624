import Dependence
import DependenceHarness

struct Attempt: Sendable {
  let schedule: Schedule
  let record: RunRecord
  let failures: [String]
  /// The event that was not for the simulation to decide, in words; nil if there was none.
  let escape: String?
  /// True if XCTest has recorded a failure of it, which nobody can take back.
  let isRecorded: Bool

  var hasFailed: Bool { !failures.isEmpty }
}

extension Explorer {
  /// - Parameter note: What is added to its issues; nil if they are only noted, as there will be another run.
  func attempt(_ schedule: Schedule, _ note: String? = nil) async throws -> Attempt {
    let owner = frame.root.test
    let run = sharedState.beginRun()
    let root = DependencyRoot(owner: frame.root.owner, part: "a schedule") { [sharedState] in
      sharedState.inspect($1, of: $0, run: run)
    }
    let reporter = AttemptReporter(note, scope: frame)
    let failuresBefore = owner?.failureCount
    let scope = try await setUp(root, reporting: reporter)
    sharedState.inspect(scope, run: run)
    let outcome = await Frame.bind(scope) {
      await withIssueReporter(reporter) {
        let run = SimulatedRun(schedule, options)
        let outcome = await run.watched(by: owner, { reporter.decide($0) }, body)
        if let leftovers = root.finishAudits() { IssuePath.deliver(leftovers, from: .current) }
        root.close()
        return outcome
      }
    }
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
  /// - Throws: The error of a trait's closure.
  private func setUp(
    _ root: DependencyRoot,
    reporting reporter: AttemptReporter
  ) async throws -> Frame {
    let setUp = SetUpReporter(reporter)
    defer { setUp.isOver.withLock { $0 = true } }
    let bottom = RootFrame(root)
    return try await frame.remade(onto: bottom, through: ScopeFrame(over: bottom, reporter: setUp))
  }

  private func report(_ outcome: SimulatedRun.Outcome<Void>) {
    // Nothing from outside is ever the same again.
    var options = options
    options.outsideLimit = nil
    for finding in outcome.findings(options) {
      IssuePath.deliver(finding, at: site)
    }
    do {
      try outcome.get()
    } catch {
      if frame.root.test?.hasRecorded(error) == true { return }
      let message = error is SimulationError ? "\(error)" : "A schedule of \(door) threw \(error)"
      IssuePath.deliver(message, at: site)
    }
  }
}

/// Passes issues on to the reporter of a run while its traits are evaluated.
private final class SetUpReporter: IssueReporter {
  let isOver = Lock(false)
  private let reporter: AttemptReporter

  init(_ reporter: AttemptReporter) { self.reporter = reporter }

  func report(_ issue: DependencyIssue) -> Bool {
    !isOver.withLock(\.self) && reporter.report(issue)
  }
}

private final class AttemptReporter: IssueReporter {
  private let addition: String?
  private let scope: Frame
  private let noted = Lock<[String]>([])

  init(_ addition: String?, scope: Frame) {
    self.addition = addition
    self.scope = scope
  }

  var failures: [String] { noted.withLock { $0 } }

  func note(_ failure: String) { noted.withLock { $0.append(failure) } }

  func report(_ issue: DependencyIssue) -> Bool {
    note(issue.message)
    guard let addition else { return true }
    var issue = issue
    issue.message += "\n\(addition)"
    IssuePath.deliver(issue, from: scope)
    return true
  }

  func decide(_ failure: String) -> FailureFate {
    if let addition, failure.contains(addition) { return .kept }
    note(failure)
    return addition.map(FailureFate.annotated) ?? .dropped
  }
}
