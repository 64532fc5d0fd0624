package import Dependence

/// A check that runs when a test ends. It finds, for example, tasks that still sleep on a clock,
/// unfinished calls of a spy, or unused overrides.
package protocol RootAudit: AnyObject, Sendable {
  /// Returns the problems that this check found when the test ended, and resumes tasks that still
  /// wait.
  ///
  /// It is called once for each root with which the check is registered. The caller holds no lock.
  func finish(_ root: DependencyRoot) -> [DependencyIssue]
}

extension DependencyRoot {
  /// Registers a check that runs when the test of this root ends. Each check runs only once. The
  /// checks of a root without a test run when the test process exits.
  package func add(_ audit: some RootAudit) {
    let hasEnd = owner != nil || part != nil || ProcessContext.current.isTestProcess
    guard !isClosed, hasEnd else { return }
    let isFirst = RootNotes.withState(of: self) { state in
      guard state.audited.insert(ObjectIdentifier(audit)).inserted else { return false }
      state.audits.append(audit)
      return state.audits.count == 1
    }
    // If this root belongs to one run of a repeated test, the code of that run performs the checks.
    guard isFirst, part == nil else { return }
    guard owner == nil else { return test?.rootWillBeAudited(self) ?? () }
    UnattributedIssues.checkAtExit {
      guard let leftovers = self.finishAudits() else { return }
      UnattributedIssues.note(leftovers, because: .outsideTests)
    }
  }

  /// The first audit of a type that fulfills a condition, or `nil` if none was added.
  package func audit<Audit: RootAudit>(where condition: (Audit) -> Bool) -> Audit? {
    RootNotes.known(self)?.audits.lazy.compactMap { $0 as? Audit }.first(where: condition)
  }

  /// Runs all checks and combines the problems into one issue, or returns `nil` if there are none.
  ///
  /// If there are several problems, the issue has the source location of the first one, and its
  /// message lists all locations.
  package func finishAudits() -> DependencyIssue? {
    guard RootNotes.known(self)?.audits.isEmpty == false else { return nil }
    let audits = RootNotes.withState(of: self) { state in
      defer {
        state.audits = []
        state.audited = []
      }
      return state.audits
    }
    let findings = audits.flatMap { $0.finish(self) }
    guard let first = findings.first, findings.count > 1 else { return findings.first }
    let lines = findings.map { "- \($0.site): \($0.message)" }
    let message = """
      \(findings.count) problems were found at the end of the test:
      \(lines.joined(separator: "\n"))
      """
    return DependencyIssue(message, kind: .leftover, at: first.site)
  }
}

final class RootNotes: Sendable {
  struct State {
    /// The checks to run when the test ends, in the order in which they were registered.
    var audits: [any RootAudit] = []
    var audited: Set<ObjectIdentifier> = []
    /// The source locations of the overrides that apply to the whole test, by the identity of the
    /// frame.
    var origins: [ObjectIdentifier: SourceSite] = [:]
    /// The traits and `configureDependencies` closures that set up the scopes of this root,
    /// outermost first.
    var layers: [EnteredLayer] = []
    var failureNotes: [any FailureNote] = []
    var notesAreClaimed = false
  }

  private let state = Lock(State())

  /// Modifies the data that the harness stores for a root. `body` runs while a lock is held, so it
  /// must not call user code or release objects.
  static func withState<Result: Sendable>(
    of root: DependencyRoot,
    _ body: (inout State) -> Result
  ) -> Result {
    let notes = root.withHarness { harness in
      let notes = harness as? RootNotes ?? RootNotes()
      harness = notes
      return notes
    }
    return notes.state.withLock { body(&$0) }
  }

  static func known(_ root: DependencyRoot) -> State? {
    root.withHarness { $0 as? RootNotes }?.state.withLock { $0 }
  }
}
