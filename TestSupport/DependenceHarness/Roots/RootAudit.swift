package import Dependence

/// Something that a root looks at when its test ends: a clock with sleepers, a spy with calls in
/// flight, overrides that nobody read.
package protocol RootAudit: AnyObject, Sendable {
  /// The issues of something at the end of its test. Lets go of whatever still waits for the test.
  ///
  /// Called once for each time it was added, outside every lock.
  func finish(_ root: DependencyRoot) -> [DependencyIssue]
}

extension DependencyRoot {
  /// Has `audit` looked at when the test of this root ends; a second call with the same one does
  /// nothing. What belongs to no test is looked at when a test process exits.
  package func add(_ audit: some RootAudit) {
    let hasEnd = owner != nil || part != nil || ProcessContext.current.isTestProcess
    guard !isClosed, hasEnd else { return }
    let isFirst = RootNotes.withState(of: self) { state in
      guard state.audited.insert(ObjectIdentifier(audit)).inserted else { return false }
      state.audits.append(audit)
      return state.audits.count == 1
    }
    // Whoever makes a part of a test audits it.
    guard isFirst, part == nil else { return }
    guard owner == nil else { return test?.rootWillBeAudited(self) ?? () }
    UnattributedIssues.checkAtExit {
      guard let leftovers = self.finishAudits() else { return }
      UnattributedIssues.note(leftovers, because: .outsideTests)
    }
  }

  /// The report on everything that was added: nil if there is nothing to say.
  ///
  /// One issue, however many findings: at the place of the first, with the places of all.
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
    /// The audits to run when the test ends, in the order in which they came.
    var audits: [any RootAudit] = []
    var audited: Set<ObjectIdentifier> = []
    /// The places of overrides that were bound for the root as a whole.
    var origins: [ObjectIdentifier: SourceSite] = [:]
    /// The layers of the root's scopes, outermost first.
    var layers: [EnteredLayer] = []
    var failureNotes: [any FailureNote] = []
    var isExplaining = false
  }

  private let state = Lock(State())

  /// Changes what is kept for a root. No user code runs and no value is released inside.
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
