import Dependence

/// The owner of a test that ignores issues.
struct CaseOwner: IssueOwner {
  var name: String { "a test" }

  func receive(_ issue: DependencyIssue) -> Bool { false }
  func scopeWillEscape() {}
}
