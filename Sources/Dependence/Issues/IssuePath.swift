/// The one way that an issue travels: reporters of the scope, innermost first; the owner of the
/// scope's root; the registered sinks; reporters of the process; standard error. Each says yes or no.
package enum IssuePath {
  package static func deliver(_ issue: DependencyIssue, from frame: Frame) {
    if frame.hasReporter(where: { $0.report(issue) }) { return }
    if let owner = frame.root.owner, owner.receive(issue) { return }
    let sinks = IssueSinks.all
    for sink in sinks where sink.receive(issue) { return }
    let isTaken = IssueReporters.report(issue)
    if ProcessContext.current.isTestProcess {
      let explanation = UnattributedIssues.explanation(linked: sinks.map(\.product))
      UnattributedIssues.note(issue, because: explanation)
    } else if !isTaken {
      StandardErrorReporter.shared.report(issue)
    }
  }

  /// Delivers an issue that says no more than a message, from the scope of the caller.
  package static func deliver(_ message: String, at site: SourceSite) {
    deliver(DependencyIssue(message, at: site), from: .current)
  }
}
