#if canImport(Testing)
import Dependence
import DependenceHarness
import Testing

/// A Swift Testing test case that owns a root.
///
/// Work that has left the test's task finds no running test, so its issues wait here until someone
/// in the test's task collects them.
final class TestOwner: RootOwner {
  /// The way of issues from elsewhere to the test.
  private enum Home {
    /// They wait until the trait collects them at the end of the test.
    case collected(WaitingIssues)
    /// They go to a task that runs in the name of the test.
    case relayed(AsyncStream<Relayed>.Continuation)
    /// There is no trait, and no scope has left the test's task yet.
    case none
    case closed
  }

  private struct Relayed {
    let issue: DependencyIssue
    let receipt: EntrustedIssues.Receipt
  }

  let name: String
  private let id: Test.ID
  private let home: Lock<Home>

  /// - Parameter isCollected: Whether a trait will call ``close()`` when the test ends.
  init(_ test: Test, isCollected: Bool) {
    name = test.name
    id = test.id
    home = Lock(isCollected ? .collected(WaitingIssues()) : .none)
  }

  func receive(_ issue: DependencyIssue) -> Bool {
    if Test.current?.id == id {
      issue.record()
      if CaseTasks.isExiting { UnattributedIssues.note(issue, because: .ended(test: name)) }
      return true
    }
    if send(issue) { return true }
    issue.record(note: UnattributedIssues.Reason.ended(test: name).explanation)
    if Test.current == nil { UnattributedIssues.note(issue, because: .ended(test: name)) }
    return true
  }

  /// Sends an issue home from another task or thread; false if the test has ended, or never gave a
  /// scope away.
  private func send(_ issue: DependencyIssue) -> Bool {
    switch home.withLock({ $0 }) {
    case .collected(let issues):
      return issues.report(issue)
    case .relayed(let relay):
      // The relay may not run again before the process ends.
      let receipt = EntrustedIssues.entrust(issue, of: name)
      // Its task is woken through a queue, which is none that code of a simulation asked for.
      SimulatedWorlds.outside { relay.yield(Relayed(issue: issue, receipt: receipt)) }
      return true
    case .none, .closed:
      return false
    }
  }

  func scopeWillEscape() {
    guard case .none = home.withLock({ $0 }), Test.current?.id == id else { return }
    let (issues, relay) = AsyncStream.makeStream(of: Relayed.self)
    let isMine = home.withLock { home in
      guard case .none = home else { return false }
      home = .relayed(relay)
      return true
    }
    guard isMine else { return }
    SimulatedWorlds.outside {
      // Inherits the running test, and may outlive it: the issue is recorded under its name then too.
      Task {
        for await relayed in issues {
          relayed.issue.record()
          relayed.receipt.confirm()
        }
      }
    }
  }

  func rootWillBeAudited(_ root: DependencyRoot) {
    // With a trait, that looks when the test ends. Nothing else knows when that is, but what is still
    // there when the process exits was left behind for sure.
    if case .collected = home.withLock({ $0 }) { return }
    UnattributedIssues.checkAtExit { [name] in
      guard let leftovers = root.finishAudits() else { return }
      UnattributedIssues.note(leftovers, because: .ended(test: name))
    }
  }

  /// With a trait, which sees every failure. Without, nobody does.
  var explainsFailures: Bool {
    if case .collected = home.withLock({ $0 }) { true } else { false }
  }

  @concurrent
  func watching(
    _ decide: @escaping @Sendable (_ failure: RunnerFailure) -> FailureFate,
    including isPart: @escaping @Sendable () -> Bool,
    operation: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard let test = Test.current, test.id == id else { return try await operation() }
    let watch = IssueHandlingTrait.compactMapIssues { [id] issue in
      guard issue.severity >= .error else { return issue }
      let failure = RunnerFailure(issue)
      guard Test.current?.id == id else {
        // Those of detached tasks of every test come by here. They are recorded elsewhere, too.
        if Test.current == nil, isPart() { _ = decide(failure) }
        return issue
      }
      switch decide(failure) {
      case .kept: return issue
      case .dropped: return nil
      case .annotated(let note): return issue.annotated(with: note)
      }
    }
    try await watch.provideScope(for: test, testCase: .current, performing: operation)
  }

  func hasRecorded(_ error: any Error) -> Bool { error is ExpectationFailedError }

  var isRunningHere: Bool { Test.current?.id == id }

  func attach(_ notes: [any FailureNote]) {
    guard Test.current != nil else { return }
    for note in notes { Attachment.record(note.text, named: note.fileName) }
  }

  /// Records what has come from elsewhere so far. In the task of the test only.
  func collect() {
    guard case .collected(let issues) = home.withLock({ $0 }) else { return }
    for issue in issues.collect() { issue.record() }
  }

  /// Ends the test, and gives back what is still to be recorded.
  func close() -> [DependencyIssue] {
    let ended = home.withLock { home in
      defer { home = .closed }
      return home
    }
    return if case .collected(let issues) = ended { issues.close() } else { [] }
  }
}

extension RunnerFailure {
  fileprivate init(_ issue: Issue) {
    let site = issue.sourceLocation.map { SourceSite($0) }
    self.init(issue.texts.joined(separator: "\n"), at: site, isKnown: !issue.isFailure)
  }
}

extension Issue {
  /// The expectation, if one failed, and the comments.
  fileprivate var texts: [String] {
    let comments = comments.map(\.rawValue)
    if case .unconditional = kind { return comments }
    return ["\(kind)"] + comments
  }

  /// The issue with one more comment, in a form that the runner prints in ASCII only.
  ///
  /// The runner prints the values of an expectation as they are. With other characters among them, the expectation
  /// becomes a comment: see `inASCII`.
  fileprivate func annotated(with note: String) -> Issue {
    var issue = self
    let texts = texts
    if !texts.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) {
      issue.kind = .unconditional
      issue.comments = texts.map { Comment(rawValue: $0.inASCII) }
    }
    issue.comments.append(Comment(rawValue: note.inASCII))
    return issue
  }
}
#endif
