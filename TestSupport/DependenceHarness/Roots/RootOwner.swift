package import Dependence

/// A test that owns a root, the object that caches the default values of the test's dependencies.
/// The protocol's requirements are operations that depend on the test runner, such as Swift Testing
/// or XCTest.
package protocol RootOwner: IssueOwner {
  /// Whether the test shows its failure notes, such as random seeds, if it fails.
  var showsNotes: Bool { get }

  /// Notifies the test that the first check was registered with one of its roots.
  func rootWillBeAudited(_ root: DependencyRoot)

  /// Runs a part of the test and intercepts failures that the test runner would otherwise record
  /// directly, such as a failed `#expect`. Each failure is passed to `handle`, which returns
  /// whether to keep, annotate or drop it.
  ///
  /// - Parameter isPart: Returns `true` if the calling code is part of this test, even in a
  ///   detached task, which the runner cannot attribute to a test. A failure in a detached task is
  ///   passed to `handle`, but it is recorded regardless of the result.
  @concurrent
  func watching(
    _ handle: @escaping @Sendable (_ failure: RunnerFailure) -> FailureHandling,
    including isPart: @escaping @Sendable () -> Bool,
    operation: @concurrent @Sendable () async throws -> Void
  ) async throws

  /// The number of failures that the runner has recorded for the test. On other threads, the number
  /// can be too low.
  var failureCount: Int { get }

  /// Returns `true` if the runner has already recorded the failure that made the test throw
  /// `error`.
  func hasRecorded(_ error: any Error) -> Bool

  /// Attaches failure notes to the test if the runner supports attachments.
  func attach(_ notes: [any FailureNote])

  /// Whether the runner considers the current task to be part of this test.
  var isRunningHere: Bool { get }
}

/// A failure that a test runner has not recorded yet, but will record unless it is dropped.
package struct RunnerFailure: Sendable, Hashable {
  /// The failed expectation, with any comments.
  package let text: String
  /// The source location of the failure, or `nil` if the runner does not provide it.
  package let site: SourceSite?
  /// Whether the failure is expected because it occurred inside `withKnownIssue`.
  package let isKnown: Bool

  package init(_ text: String, at site: SourceSite? = nil, isKnown: Bool = false) {
    (self.text, self.site, self.isKnown) = (text, site, isKnown)
  }
}

/// The action to take for a failure before the test runner records it.
package enum FailureHandling: Sendable, Hashable {
  case kept
  case annotated(String)
  case dropped
}

extension RootOwner {
  // By default, this method does nothing. Runners that announce the end of each test need no
  // notification.
  package func rootWillBeAudited(_ root: DependencyRoot) {}

  // By default, the operation runs without intercepting failures, because not every test runner
  // supports that.
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

  // By default, a failing test shows no notes, because not every runner reports all failures.
  package var showsNotes: Bool { false }
}

extension DependencyRoot {
  /// The test that owns this root, or `nil` if the root is not owned by a test.
  package var test: (any RootOwner)? { owner as? any RootOwner }
}
