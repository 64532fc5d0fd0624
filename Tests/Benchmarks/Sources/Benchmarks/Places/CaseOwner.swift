import Dependence

/// An owner of a test's dependency root. It ignores issues.
struct CaseOwner: IssueOwner {
  var name: String { "a test" }

  func receive(_ issue: DependencyIssue) -> Bool { false }
  func scopeWillEscape() {}
}
