package import Dependence

/// A test, as the harness sees it.
package protocol RootOwner: IssueOwner {
  /// True if this test shows the notes of its root when it fails.
  var explainsFailures: Bool { get }

  /// Told when a root of this test has something to look at when the test ends.
  func rootWillBeAudited(_ root: DependencyRoot)

  /// Runs a part of the test, and lets `decide` say what becomes of each failure that the runner would
  /// record in it without asking us, such as a failed `#expect`.
  ///
  /// - Parameter isPart: Whether the code that calls it is part of the test, where the runner does not
  ///   know that: in a detached task. Such a failure is shown to `decide`, and kept.
  @concurrent
  func watching(
    _ decide: @escaping @Sendable (_ failure: RunnerFailure) -> FailureFate,
    including isPart: @escaping @Sendable () -> Bool,
    operation: @concurrent @Sendable () async throws -> Void
  ) async throws

  /// The number of failures that the runner has recorded on the test without asking us, as far as
  /// anyone can tell on this thread.
  var failureCount: Int { get }

  /// True if the runner has already recorded the cause of `error`.
  func hasRecorded(_ error: any Error) -> Bool

  /// Attaches notes to the running test, where the runner has attachments.
  func attach(_ notes: [any FailureNote])

  /// Whether the runner takes the current task for a part of this test.
  var isRunningHere: Bool { get }
}

/// A failure that a runner is about to record.
package struct RunnerFailure: Sendable, Hashable {
  /// The expectation, if one failed, and the comments.
  package let text: String
  /// The line of the failure, or `nil` if the runner does not know it.
  package let site: SourceSite?
  /// Whether the failure was expected: it happened inside `withKnownIssue`.
  package let isKnown: Bool

  package init(_ text: String, at site: SourceSite? = nil, isKnown: Bool = false) {
    (self.text, self.site, self.isKnown) = (text, site, isKnown)
  }
}

/// The fate of a failure that a runner is about to record.
package enum FailureFate: Sendable, Hashable {
  case kept
  case annotated(String)
  case dropped
}

extension RootOwner {
  // Nothing to do where a runner says when a test ends.
  package func rootWillBeAudited(_ root: DependencyRoot) {}

  // Nor where it asks us about every failure, or about none.
  @concurrent
  package func watching(
    _ decide: @escaping @Sendable (_ failure: RunnerFailure) -> FailureFate,
    including isPart: @escaping @Sendable () -> Bool,
    operation: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await operation()
  }

  package var failureCount: Int { 0 }

  package func hasRecorded(_ error: any Error) -> Bool { false }

  package func attach(_ notes: [any FailureNote]) {}

  package var isRunningHere: Bool { false }

  // Nothing is shown where nobody sees all failures of a test.
  package var explainsFailures: Bool { false }
}

extension DependencyRoot {
  /// The test that this root belongs to, as the harness sees it.
  package var test: (any RootOwner)? { owner as? any RootOwner }
}
