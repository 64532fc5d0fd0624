package import Dependence
import Synchronization

/// A check that runs when a test ends, such as a check for tasks still asleep on a test clock,
/// unfinished calls to a spy, or unused overrides.
package protocol RootAudit: AnyObject, Sendable {
  /// Runs the check when a test ends, and returns the problems that it finds. Also resumes tasks
  /// that would otherwise wait forever, such as tasks sleeping on a test clock.
  ///
  /// If the check is registered with the dependency roots of several tests, this method is called
  /// once for each root. No lock is held during the call.
  func finish(_ root: DependencyRoot) -> [DependencyIssue]
}

extension DependencyRoot {
  /// Registers a check that runs when the test that owns this root ends. A check that is registered
  /// several times runs only once. If no test owns this root, its checks run when the test process
  /// exits. If the root is already closed because its test has ended, the check is not registered.
  ///
  /// - Parameter isEqual: A closure that receives a registered check of the same type, and returns
  ///   `true` if that check makes the new one redundant. A redundant check is not registered. The
  ///   closure must not call user code, because a lock is held while it runs.
  /// - Returns: The registered check that satisfies `isEqual`, or `audit` if there is none.
  @discardableResult
  package func add<Audit: RootAudit>(
    _ audit: Audit,
    unless isEqual: (_ other: Audit) -> Bool = { _ in false }
  ) -> Audit {
    let hasEnd = owner != nil || part != nil || ProcessContext.current.isTestProcess
    guard !isClosed, hasEnd else { return audit }
    let (registered, isFirst) = RootData.withState(of: self) { state in
      let known = state.audits.first { $0 === audit || ($0 as? Audit).map(isEqual) == true }
      if let known = known as? Audit { return (known, false) }
      state.audits.append(audit)
      return (audit, state.audits.count == 1)
    }
    // In a repeated test, each run has its own root. The code that performs the runs calls `end()`
    // on that root to run the checks. For any other root, adding the first check arranges for the
    // checks to run when the test or the process ends.
    guard isFirst, part == nil else { return registered }
    guard owner == nil else {
      test?.rootWillBeAudited(self)
      return registered
    }
    // In the child process of an exit test, record the problems as issues if possible, because
    // Swift Testing forwards issues to the parent process. It is not enough to make this process
    // fail, because the parent process may expect it to fail.
    let record = IssueSinks.all.compactMap { $0.recorderAtExit() }.first
    UnattributedIssues.checkAtExit {
      guard let leftovers = self.finishAudits(), record?(leftovers) != true else { return }
      UnattributedIssues.note(leftovers, because: .outsideTests)
    }
    return registered
  }

  /// Returns issues about injected faults that have cancelled the current task. A cancellation can
  /// be detected only in the cancelled task. If ``finishAudits()`` is not called in the test's own
  /// task, call this method at the end of that task.
  package func finishTask() -> [DependencyIssue] {
    (RootData.known(self)?.audits ?? []).compactMap {
      ($0 as? Faults)?.cancellationFinding(in: self)
    }
  }

  /// Records that the test threw an error, was skipped, or was cancelled. Such a test may not have
  /// reached the code that reads its overrides or checks its spies, so they are not reported as
  /// unused.
  package func noteEarlyEnd() { RootData.withState(of: self) { $0.hasEndedEarly = true } }

  /// Whether the test threw an error, was skipped, or was cancelled. This includes a test that did
  /// not start because its setup threw an error.
  package var hasEndedEarly: Bool { RootData.known(self)?.hasEndedEarly ?? false }

  /// Frees the test's resources, runs all registered checks, and combines the problems that they
  /// find into one issue. Returns `nil` if there are no problems.
  ///
  /// If there are several problems, the issue has the source location of the first one, and its
  /// message lists all of them with their locations.
  package func finishAudits() -> DependencyIssue? { Self.combined(auditFindings()) }

  /// Runs all registered checks, as ``finishAudits()`` does, and then marks the test as ended.
  ///
  /// Until the test is marked as ended, other tasks may register further checks. For example, a
  /// task that ignores the cancellation of its sleep may immediately sleep again. This method also
  /// runs any checks registered in the meantime.
  package func end() -> DependencyIssue? {
    var findings = auditFindings()
    close()
    findings += auditFindings()
    return Self.combined(findings)
  }

  private func auditFindings() -> [DependencyIssue] {
    guard RootData.known(self)?.audits.isEmpty == false else { return [] }
    // Free the most recent resource first, because it may use an earlier one. Run the other checks
    // afterward, because a `tearDown` closure may still read overrides and call endpoints, and the
    // checks must take this into account.
    let resources = takeAudits { $0 is LentResource }.reversed()
    var findings = resources.flatMap { $0.finish(self) }
    findings += takeAudits { _ in true }.flatMap { $0.finish(self) }
    return findings
  }

  private static func combined(_ findings: [DependencyIssue]) -> DependencyIssue? {
    guard let first = findings.first, findings.count > 1 else { return findings.first }
    let lines = findings.map { "- \($0.site): \($0.message)" }
    let message = """
      \(findings.count) problems were found at the end of the test:
      \(lines.joined(separator: "\n"))
      """
    return DependencyIssue(message, kind: .leftover, at: first.site)
  }

  /// Removes and returns the registered checks that satisfy `isIncluded`, in the order in which
  /// they were registered. A lock is held while `isIncluded` runs.
  private func takeAudits(where isIncluded: (any RootAudit) -> Bool) -> [any RootAudit] {
    RootData.withState(of: self) { state in
      let taken = state.audits.filter(isIncluded)
      state.audits.removeAll(where: isIncluded)
      return taken
    }
  }
}

/// The data that the test harness stores for a dependency root, such as the checks to run at the
/// end of the test.
final class RootData: Sendable {
  struct State {
    /// The checks to run when the test ends, in the order in which they were registered.
    var audits: [any RootAudit] = []
    /// Whether the test threw an error, was skipped, or was cancelled.
    var hasEndedEarly = false
    /// The source locations of overrides that apply to the whole test, keyed by the identity of the
    /// frame that contains the override. A frame is one link in the chain that forms a scope.
    var overrideSites: [ObjectIdentifier: SourceSite] = [:]
    /// The traits and `configureDependencies` closures that set up the test's scope, outermost
    /// first. A repeated test evaluates them again for each run.
    var layers: [EnteredLayer] = []
    /// The position of the `Faults` object that the test has created most recently, or `nil` if
    /// there is none. The next object gets the following position.
    var lastFaultsOrder: FaultsOrder?
    var failureNotes: [any FailureNote] = []
    /// The number of calls in progress to live implementations that the test makes on purpose.
    var liveCalls = 0
  }

  private static let lastNumber = Atomic<UInt64>(0)

  /// A number that identifies the root. Unlike the root's address, it is never used again for
  /// another root.
  private let number = RootData.lastNumber.add(1, ordering: .relaxed).newValue
  private let state = Lock(State())

  /// Returns a number that identifies `root`, and that no other root of the process ever has.
  static func number(of root: DependencyRoot) -> UInt64 { data(of: root).number }

  /// Calls `body` to modify the data that the test harness stores for a root. A lock is held while
  /// `body` runs, so `body` must neither call user code nor release objects, whose `deinit` may be
  /// user code.
  static func withState<Result: Sendable>(
    of root: DependencyRoot,
    _ body: (inout State) -> Result
  ) -> Result {
    data(of: root).state.withLock { body(&$0) }
  }

  /// Returns the data of `root`. The first call for a root creates the data.
  private static func data(of root: DependencyRoot) -> RootData {
    root.withHarness { harness in
      let data = harness as? RootData ?? RootData()
      harness = data
      return data
    }
  }

  static func known(_ root: DependencyRoot) -> State? {
    root.withHarness { $0 as? RootData }?.state.withLock { $0 }
  }
}
