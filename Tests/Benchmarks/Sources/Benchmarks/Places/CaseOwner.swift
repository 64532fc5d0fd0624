import Dependence

/// A test that nobody watches.
struct CaseOwner: IssueOwner {
  var name: String { "a test" }

  func receive(_ issue: DependencyIssue) -> Bool { false }
  func scopeWillEscape() {}
}
