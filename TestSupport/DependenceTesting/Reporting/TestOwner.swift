#if canImport(Testing)
import Dependence
import DependenceHarness
import Testing

/// A Swift Testing test case that owns a root.
///
/// Code outside the task of the test does not find the running test. Its issues are kept until code
/// in the task of the test records them.
final class TestOwner: RootOwner {
  /// The route by which issues from other tasks and threads reach the test.
  private enum Home {
    /// The issues are kept until the trait collects them at the end of the test.
    case collected(WaitingIssues)
    /// The issues are sent to a task that inherits the running test and records them.
    case relayed(AsyncStream<Relayed>.Continuation)
    /// The test has no trait, and its scope has not been captured yet.
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

  /// Forwards an issue from another task or thread to the test. Returns `false` if the test has
  /// ended, or if its scope was never captured.
  private func send(_ issue: DependencyIssue) -> Bool {
    switch home.withLock({ $0 }) {
    case .collected(let issues):
      return issues.report(issue)
    case .relayed(let relay):
      // The task that records the issue may not run again before the process exits.
      let receipt = EntrustedIssues.entrust(issue, of: name)
      // The task is resumed through a queue, which must not count as work of a simulation.
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
      // The task inherits the running test. Even after the test, issues are recorded under its
      // name.
      Task {
        for await relayed in issues {
          relayed.issue.record()
          relayed.receipt.confirm()
        }
      }
    }
  }

  func rootWillBeAudited(_ root: DependencyRoot) {
    // A trait runs the audits when the test ends. Without a trait, the end of the test is unknown,
    // so the audits run when the process exits.
    if case .collected = home.withLock({ $0 }) { return }
    UnattributedIssues.checkAtExit { [name] in
      guard let leftovers = root.finishAudits() else { return }
      UnattributedIssues.note(leftovers, because: .ended(test: name))
    }
  }

  /// Whether the test has a trait, because only a trait sees every failure.
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
        // Issues of detached tasks of every test arrive here. Those of this test are passed to
        // `decide`, and all of them are kept.
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

  /// Records the issues that have arrived so far. It must be called in the task of the test.
  func collect() {
    guard case .collected(let issues) = home.withLock({ $0 }) else { return }
    for issue in issues.collect() { issue.record() }
  }

  /// Ends the test, and returns the issues that must still be recorded.
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
  /// The failed expectation, if there is one, and the comments.
  fileprivate var texts: [String] {
    let comments = comments.map(\.rawValue)
    if case .unconditional = kind { return comments }
    return ["\(kind)"] + comments
  }

  /// Returns the issue with an additional comment, in a form that the runner prints in ASCII only.
  ///
  /// The runner prints the values of an expectation unchanged. If they contain other characters,
  /// the expectation is converted to a comment: see `inASCII`.
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
