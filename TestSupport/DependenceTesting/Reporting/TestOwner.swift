#if canImport(Testing)
import Dependence
import DependenceHarness
import Testing

/// A Swift Testing test case that owns a root, which stores the dependency defaults of the test.
///
/// Swift Testing cannot find the running test from other threads and detached tasks. Issues from
/// there are kept until code in the task of the test records them.
final class TestOwner: RootOwner {
  /// The method by which issues from other threads and detached tasks reach the test.
  private enum IssueRoute {
    /// Issues wait in a queue, which a trait of the test empties when the test ends.
    case collected(WaitingIssues)
    /// Issues are sent to a helper task that was started in the test and records them there.
    case relayed(AsyncStream<Relayed>.Continuation)
    /// The test has no trait of this library, and no code has captured its scope yet.
    case none
    case closed
  }

  private struct Relayed {
    let issue: DependencyIssue
    let receipt: EntrustedIssues.Receipt
  }

  let name: String
  private let id: Test.ID
  private let route: Lock<IssueRoute>

  /// Creates the owner for a test.
  ///
  /// - Parameter isCollected: Whether a trait will call ``close()`` when the test ends.
  init(_ test: Test, isCollected: Bool) {
    name = test.name
    id = test.id
    route = Lock(isCollected ? .collected(WaitingIssues()) : .none)
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

  /// Sends an issue from another thread or a detached task to the test. Returns `false` if the test
  /// has ended, or if it has no trait and its scope was never captured.
  private func send(_ issue: DependencyIssue) -> Bool {
    switch route.withLock({ $0 }) {
    case .collected(let issues):
      return issues.report(issue)
    case .relayed(let relay):
      // A copy is kept, because the process may exit before the helper task records the issue.
      let receipt = EntrustedIssues.entrust(issue, of: name)
      // Yielding resumes the helper task, which must not count as part of a simulation.
      SimulatedWorlds.outside { relay.yield(Relayed(issue: issue, receipt: receipt)) }
      return true
    case .none, .closed:
      return false
    }
  }

  func scopeWillEscape() {
    guard case .none = route.withLock({ $0 }), Test.current?.id == id else { return }
    let (issues, relay) = AsyncStream.makeStream(of: Relayed.self)
    let isMine = route.withLock { route in
      guard case .none = route else { return false }
      route = .relayed(relay)
      return true
    }
    guard isMine else { return }
    SimulatedWorlds.outside {
      // This helper task inherits the running test, so it can record issues on the test even after
      // the test has ended.
      Task {
        for await relayed in issues {
          relayed.issue.record()
          relayed.receipt.confirm()
        }
      }
    }
  }

  func rootWillBeAudited(_ root: DependencyRoot) {
    // A trait runs the checks when the test ends. Without a trait, they run when the process exits.
    if case .collected = route.withLock({ $0 }) { return }
    UnattributedIssues.checkAtExit { [name] in
      guard let leftovers = root.finishAudits() else { return }
      UnattributedIssues.note(leftovers, because: .ended(test: name))
    }
  }

  /// Whether the test has a trait of this library. Only a trait receives every failure.
  var showsNotes: Bool {
    if case .collected = route.withLock({ $0 }) { true } else { false }
  }

  @concurrent
  func watching(
    _ handle: @escaping @Sendable (_ failure: RunnerFailure) -> FailureHandling,
    including isPart: @escaping @Sendable () -> Bool,
    operation: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard let test = Test.current, test.id == id else { return try await operation() }
    let watch = IssueHandlingTrait.compactMapIssues { [id] issue in
      guard issue.severity >= .error else { return issue }
      let failure = RunnerFailure(issue)
      guard Test.current?.id == id else {
        // Swift Testing passes issues from detached tasks of all tests to this closure. Issues of
        // this test are passed to `handle`, and all issues are recorded.
        if Test.current == nil, isPart() { _ = handle(failure) }
        return issue
      }
      switch handle(failure) {
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

  /// Records the issues from other threads that have arrived so far. Call it in the test's task.
  func collect() {
    guard case .collected(let issues) = route.withLock({ $0 }) else { return }
    for issue in issues.collect() { issue.record() }
  }

  /// Marks the test as ended, and returns the issues that were not recorded yet.
  func close() -> [DependencyIssue] {
    let ended = route.withLock { route in
      defer { route = .closed }
      return route
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
  /// The text of the failed expectation, if there is one, followed by the comments.
  fileprivate var texts: [String] {
    let comments = comments.map(\.rawValue)
    if case .unconditional = kind { return comments }
    return ["\(kind)"] + comments
  }

  /// Returns a copy of the issue with an additional comment, which is printed in ASCII only.
  ///
  /// Swift Testing prints the values of an expectation unchanged. If they contain non-ASCII
  /// characters, the expectation is converted to a comment: see `inASCII`.
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
