package import Dependence

/// A test that owns a root, with the operations that the test harness requires from each test
/// runner.
package protocol RootOwner: IssueOwner {
  /// Whether the test shows the notes that are registered with its root when it fails.
  var showsNotes: Bool { get }

  /// Notifies the test that the first check was registered with one of its roots.
  func rootWillBeAudited(_ root: DependencyRoot)

  /// Runs a part of the test, and passes each failure that the runner would record directly, such
  /// as a failed `#expect`, to `handle`. The result determines how the failure is handled.
  ///
  /// - Parameter isPart: Returns `true` if the calling code belongs to this test, even in a
  ///   detached task, where the runner cannot detect it. A failure in such a task is passed to
  ///   `handle` but always recorded.
  @concurrent
  func watching(
    _ handle: @escaping @Sendable (_ failure: RunnerFailure) -> FailureHandling,
    including isPart: @escaping @Sendable () -> Bool,
    operation: @concurrent @Sendable () async throws -> Void
  ) async throws

  /// The number of failures that the runner has recorded on the test. It can be incomplete on other
  /// threads.
  var failureCount: Int { get }

  /// Returns `true` if the runner has already recorded the failure that caused `error`.
  func hasRecorded(_ error: any Error) -> Bool

  /// Attaches notes to the test, if the runner supports attachments.
  func attach(_ notes: [any FailureNote])

  /// Whether the runner considers the current task to be part of this test.
  var isRunningHere: Bool { get }
}

/// A failure that a runner is about to record.
package struct RunnerFailure: Sendable, Hashable {
  /// The failed expectation and the comments on it.
  package let text: String
  /// The source location of the failure, or `nil` if the runner does not provide a location.
  package let site: SourceSite?
  /// Whether the failure is expected, because it happened inside `withKnownIssue`.
  package let isKnown: Bool

  package init(_ text: String, at site: SourceSite? = nil, isKnown: Bool = false) {
    (self.text, self.site, self.isKnown) = (text, site, isKnown)
  }
}

/// The decision about a failure that a runner is about to record.
package enum FailureHandling: Sendable, Hashable {
  case kept
  case annotated(String)
  case dropped
}

extension RootOwner {
  // This default does nothing. It suits a runner that announces the end of each test.
  package func rootWillBeAudited(_ root: DependencyRoot) {}

  // This default is for a runner whose failures are either all passed to this library or not at
  // all.
  @concurrent
  package func watching(
    _ handle: @escaping @Sendable (_ failure: RunnerFailure) -> FailureHandling,
    including isPart: @escaping @Sendable () -> Bool,
    operation: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await operation()
  }

  package var failureCount: Int { 0 }

  package func hasRecorded(_ error: any Error) -> Bool { false }

  package func attach(_ notes: [any FailureNote]) {}

  package var isRunningHere: Bool { false }

  // By default, a failing test shows no notes, because not every runner reports each failure.
  package var showsNotes: Bool { false }
}

extension DependencyRoot {
  /// The test that owns this root, or `nil` if no test does.
  package var test: (any RootOwner)? { owner as? any RootOwner }
}
