package import Dependence

/// An issue reporter that records every issue of a scope.
package final class IssueRecorder: IssueReporter {
  private let recorded = Lock<[DependencyIssue]>([])

  package init() {}

  package var issues: [DependencyIssue] { recorded.withLock { $0 } }
  package var messages: [String] { issues.map(\.message) }

  package func report(_ issue: DependencyIssue) -> Bool {
    recorded.withLock { $0.append(issue) }
    return true
  }
}

/// Runs `operation` and returns the issues that it reports.
package func issues(from operation: () throws -> Void) rethrows -> [DependencyIssue] {
  let recorder = IssueRecorder()
  try withIssueReporter(recorder, operation: operation)
  return recorder.issues
}

/// Runs an asynchronous `operation` and returns the issues that it reports.
package nonisolated(nonsending) func issues(
  from operation: () async throws -> Void
) async rethrows -> [DependencyIssue] {
  let recorder = IssueRecorder()
  try await withIssueReporter(recorder, operation: operation)
  return recorder.issues
}
