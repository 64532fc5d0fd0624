import Dependence

/// Adds to every issue of a scope where in a test it comes from, and passes it on.
struct IssueNote: IssueReporter {
  let text: String
  /// The scope that the issue would have gone to.
  let scope: Frame

  func report(_ issue: DependencyIssue) -> Bool {
    var issue = issue
    issue.message += " (\(text))"
    IssuePath.deliver(issue, from: scope)
    return true
  }
}
