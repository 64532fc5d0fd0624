package import Dependence

/// A test that owns a root, with the operations that the test harness needs.
package protocol RootOwner: IssueOwner {
  /// Whether this test shows the notes of its root if it fails.
  var explainsFailures: Bool { get }

  /// Notifies the test that an audit was added to one of its roots for the first time.
  func rootWillBeAudited(_ root: DependencyRoot)

  /// Runs a part of the test, and calls `decide` for each failure that the runner would record
  /// directly, such as a failed `#expect`. The result of `decide` determines how the failure is
  /// handled.
  ///
  /// - Parameter isPart: Returns `true` if the calling code is part of the test although the runner
  ///   cannot detect this, as in a detached task. A failure there is passed to `decide`, but always
  ///   recorded.
  @concurrent
  func watching(
    _ decide: @escaping @Sendable (_ failure: RunnerFailure) -> FailureFate,
    including isPart: @escaping @Sendable () -> Bool,
    operation: @concurrent @Sendable () async throws -> Void
  ) async throws

  /// The number of failures that the runner has recorded directly on the test, as far as the
  /// current thread can determine it.
  var failureCount: Int { get }

  /// Returns `true` if the runner has already recorded the cause of `error`.
  func hasRecorded(_ error: any Error) -> Bool

  /// Attaches notes to the running test, if the runner supports attachments.
  func attach(_ notes: [any FailureNote])

  /// Whether the runner regards the current task as part of this test.
  var isRunningHere: Bool { get }
}

/// A failure that a runner is about to record.
package struct RunnerFailure: Sendable, Hashable {
  /// The failed expectation, if there is one, and the comments.
  package let text: String
  /// The source location of the failure, or `nil` if the runner does not provide it.
  package let site: SourceSite?
  /// Whether the failure was expected, because it happened inside `withKnownIssue`.
  package let isKnown: Bool

  package init(_ text: String, at site: SourceSite? = nil, isKnown: Bool = false) {
    (self.text, self.site, self.isKnown) = (text, site, isKnown)
  }
}

/// The treatment of a failure that a runner is about to record.
package enum FailureFate: Sendable, Hashable {
  case kept
  case annotated(String)
  case dropped
}

extension RootOwner {
  // This default does nothing. It suits a runner that announces the end of each test.
  package func rootWillBeAudited(_ root: DependencyRoot) {}

  // This default suits a runner that passes all failures to this library, or none of them.
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

  // By default, notes are not shown, because not every runner reports all failures of a test.
  package var explainsFailures: Bool { false }
}

extension DependencyRoot {
  /// The test that owns this root, or `nil` if the root belongs to no test.
  package var test: (any RootOwner)? { owner as? any RootOwner }
}
