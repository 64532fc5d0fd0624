package import Dependence

/// A queue of issues that are recorded later. A closed queue accepts no more issues.
package final class WaitingIssues: IssueReporter {
  private let issues = Lock<[DependencyIssue]?>([])

  package init() {}

  /// Adds an issue to the queue. Returns `false` if the queue is already closed.
  package func report(_ issue: DependencyIssue) -> Bool {
    issues.withLock { issues in
      issues?.append(issue)
      return issues != nil
    }
  }

  /// Removes and returns the issues in the queue.
  package func collect() -> [DependencyIssue] {
    issues.withLock { issues in
      defer { if issues != nil { issues = [] } }
      return issues ?? []
    }
  }

  /// Closes the queue, and returns the issues that it still contains. Later issues are rejected.
  package func close() -> [DependencyIssue] {
    issues.withLock { issues in
      defer { issues = nil }
      return issues ?? []
    }
  }
}
