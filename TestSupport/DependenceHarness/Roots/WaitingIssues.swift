package import Dependence

/// A queue of issues that are recorded later. Once it is closed, it accepts no more issues.
package final class WaitingIssues: IssueReporter {
  private let issues = Lock<[DependencyIssue]?>([])

  package init() {}

  /// Adds `issue` to the queue. Returns `false` if the queue is closed.
  package func report(_ issue: DependencyIssue) -> Bool {
    issues.withLock { issues in
      issues?.append(issue)
      return issues != nil
    }
  }

  /// Removes and returns the issues that were reported since the last call.
  package func collect() -> [DependencyIssue] {
    issues.withLock { issues in
      defer { if issues != nil { issues = [] } }
      return issues ?? []
    }
  }

  /// Closes the queue, and returns the issues that were not collected. Later issues are rejected.
  package func close() -> [DependencyIssue] {
    issues.withLock { issues in
      defer { issues = nil }
      return issues ?? []
    }
  }
}
