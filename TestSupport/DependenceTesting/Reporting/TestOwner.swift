#if canImport(Testing)
import Dependence
import DependenceHarness
import Testing

/// A Swift Testing test case that receives issues from its dependencies, and owns the dependency
/// root that stores their default values.
///
/// On other threads and in detached tasks, Swift Testing cannot tell which test the code belongs
/// to. Issues from such code are stored until a task that belongs to the test can record them.
final class TestOwner: RootOwner {
  /// The route by which issues from other threads and detached tasks reach the test.
  private enum IssueRoute {
    /// Issues wait in a queue. One of this library's traits records them when the test ends.
    case collected(WaitingIssues)
    /// Issues are sent to a helper task that was started in the test and records them on the test.
    case relayed(AsyncStream<Relayed>.Continuation)
    /// There is no route, because the test does not use this library's traits and no code has
    /// captured its scope yet.
    case none
    case closed
  }

  private struct Relayed {
    let issue: DependencyIssue
    let receipt: EntrustedIssues.Receipt
  }

  let name: String
  private let id: Test.ID
  /// Whether this test is a suite. A suite owns a dependency root if a user's trait reads or
  /// overrides dependencies for the whole suite.
  private let isSuite: Bool
  private let route: Lock<IssueRoute>
  private let hasFailed = Lock(false)

  /// Creates the owner of a test's dependency root.
  ///
  /// - Parameter isCollected: Whether one of this library's traits will call ``close()`` when the
  ///   test ends. Otherwise, issues from other threads are relayed by a helper task.
  init(_ test: Test, isCollected: Bool) {
    name = test.name
    id = test.id
    isSuite = test.isSuite
    route = Lock(isCollected ? .collected(WaitingIssues()) : .none)
  }

  /// Whether one of this library's traits will call ``close()`` when the test ends.
  private var isCollected: Bool {
    if case .collected = route.withLock({ $0 }) { true } else { false }
  }

  /// Whether one of this library's traits has called ``close()`` because the test case has ended.
  private var isClosed: Bool {
    if case .closed = route.withLock({ $0 }) { true } else { false }
  }

  /// Whether this object represents a test case with one of this library's traits.
  private var hasTrait: Bool { isCollected || isClosed }

  /// Whether this object represents the given test and one of this library's traits will call
  /// ``close()`` when that test ends.
  func isCollected(for test: Test) -> Bool { test.id == id && isCollected }

  func receive(_ issue: DependencyIssue) -> Bool {
    // If this object represents a suite, record the issue on the test or inner suite that is
    // running, because code of that test or inner suite may have captured this suite's scope.
    if isSuite ? Test.current != nil : isRunningHere {
      // Swift Testing may ignore an issue that is recorded after its test case has ended. It may
      // already have determined the exit code, or a `withKnownIssue` call in the test or in the
      // next case of the same test may match the issue. Therefore, make the process fail, too.
      if CaseTasks.isExiting || isClosed {
        UnattributedIssues.note(issue, because: end) { issue.record() }
      } else {
        TestPlanning.record(issue)
      }
      return true
    }
    if send(issue) { return true }
    // If the current task belongs to another test, the issue is recorded on that test, which may
    // treat it as one of its known issues. Therefore, make the process fail, too.
    UnattributedIssues.note(issue, because: end) { issue.record(note: end.explanation) }
    return true
  }

  /// The reason that an issue cannot be recorded on this test: the test has ended. For a suite, the
  /// reason is that the issue was reported outside any test in the suite.
  private var end: UnattributedIssues.Reason {
    isSuite ? .inSuite(title) : .ended(test: title)
  }

  /// Passes an issue from another thread or a detached task to the test. Returns `false` if that is
  /// impossible.
  ///
  /// A test with one of this library's traits accepts such issues until it ends. A test without
  /// these traits accepts them once code has captured its scope.
  private func send(_ issue: DependencyIssue) -> Bool {
    switch route.withLock({ $0 }) {
    case .collected(let issues):
      return issues.report(issue)
    case .relayed(let relay):
      // Send the issue to the helper task that records it. Also store the issue, because the
      // process may exit before the helper task has run. If so, the process prints the stored
      // issue.
      let receipt = EntrustedIssues.entrust(issue, of: title)
      // `yield` resumes the helper task. Call it outside any simulation, because a simulation would
      // schedule the helper task like the code under test.
      SimulatedWorlds.outside { relay.yield(Relayed(issue: issue, receipt: receipt)) }
      return true
    case .none, .closed:
      return false
    }
  }

  func scopeWillEscape() {
    guard case .none = route.withLock({ $0 }), let current = Test.current,
      isSuite || current.id == id
    else { return }
    let (issues, relay) = AsyncStream.makeStream(of: Relayed.self)
    let isMine = route.withLock { route in
      guard case .none = route else { return false }
      route = .relayed(relay)
      return true
    }
    guard isMine else { return }
    SimulatedWorlds.outside {
      // The helper task inherits the current test from its creator, so it can record issues on that
      // test even after the test has ended.
      Task {
        for await relayed in issues {
          relayed.issue.record()
          relayed.receipt.confirm()
        }
      }
    }
  }

  func rootWillBeAudited(_ root: DependencyRoot) {
    // If the test uses one of this library's traits, the trait waits until the test ends and then
    // runs the checks that are registered with `root`. Without such a trait, the library is not
    // notified when the test ends, so run these checks when the process exits.
    if isCollected { return }
    UnattributedIssues.checkAtExit { [end] in
      guard let leftovers = root.finishAudits() else { return }
      UnattributedIssues.note(leftovers, because: end)
    }
  }

  /// Runs a test case, and observes its failures.
  ///
  /// - If the test case fails, its failure notes, such as random seeds, are added to its issues.
  /// - If an expectation such as `#expect` fails in a task of the test case after the test case has
  ///   ended, the process fails when it exits. Swift Testing prints such a failure, but ignores it
  ///   if all tests have ended.
  ///
  /// - Parameter root: The dependency root of the test case, which stores its failure notes.
  @concurrent
  func observingFailures(
    of test: Test,
    in root: DependencyRoot,
    _ operation: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // Without a running test, `IssueHandlingTrait.provideScope` would trap.
    guard Test.current != nil else { return try await operation() }
    // Tasks that the test case starts inherit this closure.
    let trait = IssueHandlingTrait.compactMapIssues { [self, weak root] issue in
      // Ignore an issue that belongs to no test. Swift Testing passes such an issue to the closures
      // of all running tests, but also records it itself.
      guard let current = Test.current else { return nil }
      guard issue.isFailure else { return issue }
      if isClosed {
        // If this object represents a suite, `current` is a test in the suite. Handle its failure
        // here only if the running code uses the suite's scope. A test with one of this library's
        // traits has its own scope, and its own closure handles the failure.
        let isMine = current.id == id || Frame.bound?.root.owner as? TestOwner === self
        if isMine, !UnattributedIssues.isNoted {
          UnattributedIssues.note(DependencyIssue(issue), because: end)
        }
        return issue
      }
      guard current.id == id else { return issue }
      hasFailed.withLock { $0 = true }
      var issue = issue
      issue.comments += (root?.noteSummaries ?? []).map { Comment(rawValue: $0.inASCII) }
      return issue
    }
    do {
      try await trait.provideScope(for: test, testCase: nil, performing: operation)
    } catch {
      // Swift Testing records this error later, when it no longer calls the closure above, so the
      // closure cannot add the notes to the error. Record them as warnings instead, unless the
      // error only skips the test.
      if !isSkipped(by: error) {
        let isExplained = hasFailed.withLock { hasFailed in
          defer { hasFailed = true }
          return hasFailed
        }
        if !isExplained { for note in root.failureNotes { note.recordSummary() } }
      }
      throw error
    }
  }

  /// Attaches the failure notes to the test if it has failed. Call this method at the end of the
  /// test.
  func attachNotesIfFailed(of root: DependencyRoot) {
    if hasFailed.withLock(\.self) { attach(root.failureNotes, of: nil) }
  }

  /// Whether the test shows failure notes, such as random seeds, if it fails. This requires one of
  /// this library's traits, because only a trait can observe all failures.
  var showsNotes: Bool { isCollected }

  @concurrent
  func watching(
    _ handle: @escaping @Sendable (_ failure: RunnerFailure) -> FailureHandling,
    including isPart: @escaping @Sendable () -> Bool,
    operation: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard let test = Test.current, test.id == id else { return try await operation() }
    let watch = IssueHandlingTrait.compactMapIssues { [id] issue in
      guard issue.severity >= .error else { return issue }
      let failure = RunnerFailure(issue, isDetached: Test.current == nil)
      guard Test.current?.id == id else {
        // Swift Testing also calls this closure for issues from the detached tasks of other tests.
        // Pass such an issue to `handle` only if `isPart` attributes it to this test. Either way,
        // let Swift Testing record the issue.
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

  // `Test.cancel` throws an error whose type is not public, so compare the type's name. If a later
  // version of Swift Testing renames the type, cancelled tests are treated as failed, but no issue
  // is lost.
  func isSkipped(by error: any Error) -> Bool {
    String(reflecting: type(of: error)) == "Testing.SkipInfo"
  }

  // The cases of a parameterized test have the same identifier. If the current task belongs to
  // another case, an issue recorded in it might match a known issue of that case.
  var isRunningHere: Bool {
    Test.current?.id == id && !(hasTrait && CaseTasks.isInOtherCase(than: self))
  }

  func attach(_ notes: [any FailureNote], of part: String?) {
    guard Test.current != nil else { return }
    let heading = part.map { "In \($0):\n" } ?? ""
    for note in notes { Attachment.record(heading + note.text, named: note.fileName) }
  }

  /// Records the issues that other threads have reported so far. Call this method in the test's
  /// task, so that Swift Testing attributes the issues to the test.
  func collect() {
    guard case .collected(let issues) = route.withLock({ $0 }) else { return }
    for issue in issues.collect() { issue.record() }
  }

  /// Marks the test as ended, and returns the issues that other threads and detached tasks have
  /// reported but that have not been recorded yet.
  func close() -> [DependencyIssue] {
    let ended = route.withLock { route in
      defer { route = .closed }
      return route
    }
    return if case .collected(let issues) = ended { issues.close() } else { [] }
  }
}

extension FailureNote {
  fileprivate func recordSummary() {
    guard let summary else { return }
    Issue.record(
      Comment(rawValue: summary.inASCII),
      severity: .warning,
      sourceLocation: SourceLocation(site)
    )
  }
}

extension RunnerFailure {
  fileprivate init(_ issue: Issue, isDetached: Bool) {
    self.init(
      issue.texts.joined(separator: "\n"),
      at: issue.sourceLocation.map { SourceSite($0) },
      isKnown: !issue.isFailure,
      isDetached: isDetached
    )
  }
}

extension DependencyIssue {
  fileprivate init(_ issue: Issue) {
    let site = issue.sourceLocation.map { SourceSite($0) }
    self.init(issue.texts.joined(separator: " - "), kind: .assertion, at: site ?? .unknown)
  }
}

extension Issue {
  /// A description of the failed expectation, if there is one, followed by the issue's comments.
  fileprivate var texts: [String] {
    let comments = comments.map(\.rawValue)
    if case .unconditional = kind { return comments }
    return ["\(kind)"] + comments
  }

  /// Returns a copy of the issue with `note` as an additional comment. All text in the copy is
  /// ASCII.
  ///
  /// Swift Testing prints the values in a failed expectation without escaping them. If they contain
  /// non-ASCII characters, the expectation is replaced with a comment that escapes these
  /// characters.
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
