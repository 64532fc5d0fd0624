package import Dependence

/// A test that owns a dependency root, which caches the default values of the test's dependencies.
/// The protocol's requirements are the operations that differ between test runners, such as Swift
/// Testing and XCTest.
package protocol RootOwner: IssueOwner {
  /// Whether the test can show failure notes, such as random seeds, when it fails.
  var showsNotes: Bool { get }

  /// Whether this library makes the test fail if an injected fault cancels the test's own task.
  var checksItsTask: Bool { get }

  /// Notifies the test that the first check has been registered with `root`, which the test owns.
  /// The test must then run all of the root's checks when it ends.
  func rootWillBeAudited(_ root: DependencyRoot)

  /// Runs a part of the test and intercepts failures that the test runner would otherwise record
  /// directly, such as a failed `#expect`. Each failure is passed to `handle`, which decides
  /// whether to keep, annotate, or drop it.
  ///
  /// - Parameter isPart: A closure that returns whether the calling code is part of this test. It
  ///   is called for failures in detached tasks, which the runner cannot attribute to a test. If it
  ///   returns `true`, the failure is passed to `handle`, but the runner ignores the decision and
  ///   records the failure unchanged.
  @concurrent
  func watching(
    _ handle: @escaping @Sendable (_ failure: RunnerFailure) -> FailureHandling,
    including isPart: @escaping @Sendable () -> Bool,
    operation: @concurrent @Sendable () async throws -> Void
  ) async throws

  /// The number of failures that the runner has recorded for the test so far, or `nil` if they are
  /// not counted because ``watching(_:including:operation:)`` intercepts them. Failures on other
  /// threads may be recorded later.
  var failureCount: Int? { get }

  /// Returns `true` if `error`, thrown by the test, was caused by a failure that the runner has
  /// already recorded, such as a failed `#require`. Such an error must not be reported again.
  func hasRecorded(_ error: any Error) -> Bool

  /// Returns `true` if `error`, thrown by the test, makes the runner report the test as skipped or
  /// cancelled instead of failed.
  func isSkipped(by error: any Error) -> Bool

  /// Attaches failure notes to the test, or prints them if the runner does not support attachments.
  ///
  /// - Parameter part: The part of the test that the notes belong to, such as "iteration 3 of 10",
  ///   or `nil` if they belong to the whole test.
  func attach(_ notes: [any FailureNote], of part: String?)

  /// Whether the runner considers the current task to be part of this test.
  var isRunningHere: Bool { get }
}

/// A failure that a test runner is about to record. It can still be annotated or dropped.
package struct RunnerFailure: Sendable, Hashable {
  /// A description of the failure, such as a failed expectation with its comments.
  package let text: String
  /// The source location of the failure, or `nil` if the runner does not provide it.
  package let site: SourceSite?
  /// Whether the failure is expected because it occurred inside `withKnownIssue`.
  package let isKnown: Bool
  /// Whether the failure occurred in a detached task or on another thread. The runner cannot
  /// associate such a failure with a test and always records it unchanged.
  package let isDetached: Bool

  package init(
    _ text: String,
    at site: SourceSite? = nil,
    isKnown: Bool = false,
    isDetached: Bool = false
  ) {
    (self.text, self.site) = (text, site)
    (self.isKnown, self.isDetached) = (isKnown, isDetached)
  }
}

/// The action to take for a failure that a test runner is about to record.
package enum FailureHandling: Sendable, Hashable {
  case kept
  case annotated(String)
  case dropped
}

extension RootOwner {
  // By default, this method does nothing. Most runners notify this library of the end of each test,
  // and the checks run at that point.
  package func rootWillBeAudited(_ root: DependencyRoot) {}

  // By default, the operation runs without intercepting failures, because not every runner supports
  // interception.
  @concurrent
  package func watching(
    _ handle: @escaping @Sendable (_ failure: RunnerFailure) -> FailureHandling,
    including isPart: @escaping @Sendable () -> Bool,
    operation: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await operation()
  }

  package var failureCount: Int? { nil }

  package func hasRecorded(_ error: any Error) -> Bool { false }

  package func isSkipped(by error: any Error) -> Bool { false }

  package func attach(_ notes: [any FailureNote], of part: String?) {}

  package var isRunningHere: Bool { false }

  // By default, a failing test shows no notes, because not every runner lets the library observe
  // all failures.
  package var showsNotes: Bool { false }

  package var checksItsTask: Bool { showsNotes }
}

extension DependencyRoot {
  /// The test that owns this root, or `nil` if the root is not owned by a test.
  package var test: (any RootOwner)? { owner as? any RootOwner }
}
