import Dependence

/// Takes the issues of a scope, for tests of what happens after one.
///
/// What it takes does not fail the test any more, so the test has to look at it.
package struct IssueRecorder: IssueReporter {
  private let issues = Recorder<DependencyIssue>()

  package init() {}

  /// The issues, oldest first.
  package var reported: [DependencyIssue] { issues.elements }

  /// What sort of issues there were, oldest first.
  package var kinds: [DependencyIssue.Kind] { reported.map(\.kind) }

  package func report(_ issue: DependencyIssue) -> Bool {
    issues.record(issue)
    return true
  }
}
