/// Something that a root looks at when its test ends: a clock with sleepers, a spy with calls in
/// flight, overrides that nobody read.
package protocol RootAudit: AnyObject, Sendable {
  /// What is wrong, now that the test is over. Lets go of whatever still waits for the test.
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
    let isFirst = state.withLock { state in
      guard state.audited.insert(ObjectIdentifier(audit)).inserted else { return false }
      state.audits.append(audit)
      return state.audits.count == 1
    }
    // Whoever makes a part of a test audits it.
    guard isFirst, part == nil else { return }
    if let owner { return owner.rootWillBeAudited(self) }
    UnattributedIssues.checkAtExit {
      guard let leftovers = self.finishAudits() else { return }
      UnattributedIssues.note(leftovers, because: .outsideTests)
    }
  }

  /// The report on everything that was added: nil if there is nothing to say.
  ///
  /// One issue, however many findings: at the place of the first, with the places of all.
  package func finishAudits() -> DependencyIssue? {
    let audits = state.withLock { state -> [any RootAudit] in
      guard !state.audits.isEmpty else { return [] }
      defer {
        state.audits = []
        state.audited = []
      }
      return state.audits
    }
    guard !audits.isEmpty else { return nil }
    let findings = audits.flatMap { $0.finish(self) }
    guard let first = findings.first, findings.count > 1 else { return findings.first }
    let lines = findings.map { "- \($0.site): \($0.message)" }
    let message = "The test left \(findings.count) things behind:\n\(lines.joined(separator: "\n"))"
    return DependencyIssue(message, kind: .leftover, at: first.site)
  }
}
