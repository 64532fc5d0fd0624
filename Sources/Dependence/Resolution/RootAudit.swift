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
  /// nothing. The root of the process, and one whose test has ended, have no end to wait for.
  package func add(_ audit: some RootAudit) {
    guard let owner, !isClosed else { return }
    let isFirst = state.withLock { state in
      if state.audits.contains(where: { $0 === audit }) { return false }
      state.audits.append(audit)
      return state.audits.count == 1
    }
    if isFirst { owner.rootWillBeAudited(self) }
  }

  /// The report on everything that was added: nil if there is nothing to say.
  ///
  /// One issue, however many findings: at the place of the first, with the places of all.
  package func finishAudits() -> DependencyIssue? {
    let audits = state.withLock { state in
      defer { state.audits = [] }
      return state.audits
    }
    let findings = audits.flatMap { $0.finish(self) }
    guard let first = findings.first, findings.count > 1 else { return findings.first }
    let lines = findings.map { "- \($0.site): \($0.message)" }
    let message = "The test left \(findings.count) things behind:\n\(lines.joined(separator: "\n"))"
    return DependencyIssue(message, kind: .leftover, at: first.site)
  }
}
