package import Dependence

/// Issues that wait until somebody collects them; none come in any more once they are closed.
package final class WaitingIssues: IssueReporter {
  private let issues = Lock<[DependencyIssue]?>([])

  package init() {}

  /// Keeps `issue`; false once closed.
  package func report(_ issue: DependencyIssue) -> Bool {
    issues.withLock { issues in
      issues?.append(issue)
      return issues != nil
    }
  }

  /// The issues that came since the last time.
  package func collect() -> [DependencyIssue] {
    issues.withLock { issues in
      defer { if issues != nil { issues = [] } }
      return issues ?? []
    }
  }

  /// The issues that nobody has collected. Later ones are left to others.
  package func close() -> [DependencyIssue] {
    issues.withLock { issues in
      defer { issues = nil }
      return issues ?? []
    }
  }
}
