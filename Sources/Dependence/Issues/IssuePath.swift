/// The one way that an issue travels: reporters of the scope, innermost first; the owner of the
/// scope's root; the registered sinks; reporters of the process; standard error. Each says yes or no.
package enum IssuePath {
  /// Hands `issue` to the first that takes it.
  package static func deliver(_ issue: DependencyIssue, from frame: Frame) {
    var link: Frame? = frame
    while let current = link {
      if let reporter = current.reporter, reporter.report(issue) { return }
      link = current.outer
    }
    if let owner = frame.root.owner, owner.receive(issue) { return }
    let sinks = IssueSinks.all
    for sink in sinks where sink.receive(issue) { return }
    let isTaken = IssueReporters.report(issue)
    if ProcessContext.current.isTestProcess {
      UnattributedIssues.note(issue, because: .noSink(linked: sinks.map(\.product)))
    } else if !isTaken {
      StandardErrorReporter.shared.report(issue)
    }
  }
}
