package import Dependence

/// A queue of issues that a test runner will record later. Once the queue is closed, it rejects new
/// issues.
package final class WaitingIssues: IssueReporter {
  private let issues = Lock<[DependencyIssue]?>([])

  package init() {}

  package var count: Int { issues.withLock { $0?.count ?? 0 } }

  /// Adds an issue to the queue. Returns `false` if the queue has been closed.
  package func report(_ issue: DependencyIssue) -> Bool {
    issues.withLock { issues in
      issues?.append(issue)
      return issues != nil
    }
  }

  /// Removes and returns all issues in the queue.
  package func collect() -> [DependencyIssue] {
    issues.withLock { issues in
      defer { if issues != nil { issues = [] } }
      return issues ?? []
    }
  }

  /// Closes the queue and returns the remaining issues. Any issues reported later are rejected.
  package func close() -> [DependencyIssue] {
    issues.withLock { issues in
      defer { issues = nil }
      return issues ?? []
    }
  }
}
