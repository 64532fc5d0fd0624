package import Dependence

/// A check that runs when the test of a root ends. It finds, for example, sleepers on a clock,
/// unfinished calls of a spy, or overrides that were never read.
package protocol RootAudit: AnyObject, Sendable {
  /// Returns the issues to report at the end of the test, and resumes any tasks that still wait.
  ///
  /// This method is called once for each root to which the audit was added, outside all locks.
  func finish(_ root: DependencyRoot) -> [DependencyIssue]
}

extension DependencyRoot {
  /// Registers `audit` to run when the test of this root ends. Adding the same audit again has no
  /// effect. Audits of a root without a test run when the test process exits.
  package func add(_ audit: some RootAudit) {
    let hasEnd = owner != nil || part != nil || ProcessContext.current.isTestProcess
    guard !isClosed, hasEnd else { return }
    let isFirst = RootNotes.withState(of: self) { state in
      guard state.audited.insert(ObjectIdentifier(audit)).inserted else { return false }
      state.audits.append(audit)
      return state.audits.count == 1
    }
    // For a root that serves a part of a test, the code that created the root runs the audits.
    guard isFirst, part == nil else { return }
    guard owner == nil else { return test?.rootWillBeAudited(self) ?? () }
    UnattributedIssues.checkAtExit {
      guard let leftovers = self.finishAudits() else { return }
      UnattributedIssues.note(leftovers, because: .outsideTests)
    }
  }

  /// Runs all audits and returns their findings as one issue, or `nil` if there are none.
  ///
  /// If there are several findings, the issue is located at the first one, and its message lists
  /// the source locations of all of them.
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
    let message = "The test left \(findings.count) things behind:\n\(lines.joined(separator: "\n"))"
    return DependencyIssue(message, kind: .leftover, at: first.site)
  }
}

final class RootNotes: Sendable {
  struct State {
    /// The audits to run when the test ends, in the order in which they were added.
    var audits: [any RootAudit] = []
    var audited: Set<ObjectIdentifier> = []
    /// The source locations of overrides for the root as a whole, by the identity of the frame.
    var origins: [ObjectIdentifier: SourceSite] = [:]
    /// The layers of the root's scopes, outermost first.
    var layers: [EnteredLayer] = []
    var failureNotes: [any FailureNote] = []
    var isExplaining = false
  }

  private let state = Lock(State())

  /// Modifies the notes of a root. `body` runs under a lock, so it must not run user code or
  /// release values.
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
