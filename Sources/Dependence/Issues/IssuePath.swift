/// Functions that deliver an issue to the code that handles it, such as a test runner.
///
/// An issue is offered to the following receivers, in this order, until one of them accepts it: the
/// scope's reporters (innermost first), the test that owns the scope, the test runners, the
/// process-wide reporters, and standard error. A test process fails unless a scope's reporter, a
/// test or a test runner accepts the issue.
package enum IssuePath {
  /// Whether issues that the current task reports are counted in ``DependencyRoot/issueCount``.
  @TaskLocal package static var countsIssues = true

  package static func deliver(_ issue: DependencyIssue, from frame: Frame) {
    if frame.hasReporter(where: { $0.report(issue) }) { return }
    frame.root.countIssue()
    if let owner = frame.root.owner, owner.receive(issue) { return }
    let sinks = IssueSinks.all
    for sink in sinks where sink.receive(issue) { return }
    let isHandled = IssueReporters.report(issue)
    if ProcessContext.current.isTestProcess {
      let explanation = UnattributedIssues.explanation(linked: sinks.map(\.product))
      UnattributedIssues.note(issue, because: explanation)
    } else if !isHandled {
      StandardErrorReporter.shared.report(issue)
    }
  }

  /// Delivers an issue with the given message to the receivers of the caller's scope.
  package static func deliver(_ message: String, at site: SourceSite) {
    deliver(DependencyIssue(message, at: site), from: .current)
  }
}
