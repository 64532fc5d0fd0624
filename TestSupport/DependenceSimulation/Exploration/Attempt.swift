import Dependence

/// One run of explored code, in a root of its own.
struct Attempt: Sendable {
  /// What becomes of the issues of a run.
  enum Voice: Sendable {
    /// They are only noted: there will be another run.
    case silent
    /// They are reported, with a note.
    case loud(String)
  }

  let schedule: Schedule
  let record: RunRecord
  /// What went wrong, in words; empty if nothing did.
  let failures: [String]

  var hasFailed: Bool { !failures.isEmpty }
}

extension Explorer {
  /// Runs the body once.
  func attempt(_ schedule: Schedule, _ voice: Attempt.Voice = .silent) async throws -> Attempt {
    let owner = frame.root.owner
    let root = DependencyRoot(owner: owner, part: "a schedule")
    let scope = frame.rebased(onto: RootFrame(root))
    let reporter = AttemptReporter(voice, scope: scope)
    let failuresBefore = owner?.failureCount ?? 0
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
    Frame.bind(scope) {
      withIssueReporter(reporter) { report(outcome) }
    }
    if (owner?.failureCount ?? 0) > failuresBefore {
      reporter.note("An assertion of XCTest failed.")
    }
    return Attempt(schedule: schedule, record: outcome.record, failures: reporter.failures)
  }

  /// Reports what is wrong with a run that its code did not report itself.
  private func report(_ outcome: SimulatedRun.Outcome<Void>) {
    // Nothing from outside is ever the same again.
    var options = options
    options.outsideLimit = nil
    for finding in outcome.findings(options) {
      IssuePath.deliver(DependencyIssue(finding, at: site), from: .current)
    }
    do {
      try outcome.get()
    } catch {
      if frame.root.owner?.hasRecorded(error) == true { return }
      let message =
        error is SimulationError ? "\(error)" : "A schedule of \(door) threw \(error)"
      IssuePath.deliver(DependencyIssue(message, at: site), from: .current)
    }
  }
}

/// Notes what goes wrong in a run, and passes it on or not.
private final class AttemptReporter: IssueReporter {
  private let voice: Attempt.Voice
  private let scope: Frame
  private let noted = Lock<[String]>([])

  init(_ voice: Attempt.Voice, scope: Frame) {
    self.voice = voice
    self.scope = scope
  }

  var failures: [String] { noted.withLock { $0 } }

  func note(_ failure: String) {
    noted.withLock { $0.append(failure) }
  }

  func report(_ issue: DependencyIssue) -> Bool {
    note(issue.message)
    guard case .loud(let note) = voice else { return true }
    var issue = issue
    issue.message += "\n\(note)"
    IssuePath.deliver(issue, from: scope)
    return true
  }

  func decide(_ failure: String) -> FailureFate {
    guard case .loud(let note) = voice else {
      self.note(failure)
      return .dropped
    }
    if failure.contains(note) { return .kept }
    self.note(failure)
    return .annotated(note)
  }
}
