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
    let root = DependencyRoot(owner: frame.root.owner, part: "a schedule")
    let scope = frame.rebased(onto: RootFrame(root))
    let reporter = AttemptReporter(note, scope: scope)
    let failuresBefore = owner?.failureCount
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
