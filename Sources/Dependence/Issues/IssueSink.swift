import Synchronization

/// A test runner, as seen by the core. The testing products register one each when they are loaded.
package protocol IssueSink: Sendable {
  /// The product that registered it, for messages.
  var product: String { get }

  /// Records an issue that came from no test's scope; false if its runner is not the one running.
  func receive(_ issue: DependencyIssue) -> Bool

  /// The scope of the test that is running here without one of our traits or base classes.
  func ambientFrame() -> Frame?
}

/// A test, as seen by its root: it takes the issues of every scope made in it.
package protocol RootOwner: Sendable {
  /// The test's name, for messages.
  var name: String { get }

  /// Records an issue on the test, now or when it next can; false if it cannot any more.
  func receive(_ issue: DependencyIssue) -> Bool

  /// Told before a scope of this test is handed to code that the runner cannot follow.
  func scopeWillEscape()

  /// Whether the notes of the root are shown if this test fails.
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
    _ decide: @escaping @Sendable (_ failure: String) -> FailureFate,
    including isPart: @escaping @Sendable () -> Bool,
    operation: @concurrent @Sendable () async throws -> Void
  ) async throws

  /// How many failures the runner has recorded on the test without asking us, as far as anyone can
  /// tell on this thread.
  var failureCount: Int { get }

  /// Whether the runner has already recorded what made someone throw `error`.
  func hasRecorded(_ error: any Error) -> Bool
}

/// What becomes of a failure that a runner is about to record.
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
    _ decide: @escaping @Sendable (_ failure: String) -> FailureFate,
    including isPart: @escaping @Sendable () -> Bool,
    operation: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await operation()
  }

  package var failureCount: Int { 0 }

  /// Runs a part of the test with a note on every failure that the runner records in it without asking
  /// us.
  @concurrent
  package func annotating(
    _ note: String,
    operation: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // What came through us has it in its message.
    try await watching(
      { $0.contains(note) ? .kept : .annotated(note) },
      including: { false },
      operation: operation
    )
  }

  package func hasRecorded(_ error: any Error) -> Bool { false }

  // Nothing is shown where nobody sees all failures of a test.
  package var explainsFailures: Bool { false }
}

/// The registered sinks. Written at load, read ever after.
package enum IssueSinks {
  private static let registered = Lock<[any IssueSink]>([])
  private static let hasNone = Atomic<Bool>(true)

  /// Whether no test runner was ever registered.
  static var isEmpty: Bool { hasNone.load(ordering: .acquiring) }

  package static func register(_ sink: any IssueSink) {
    registered.withLock {
      $0.append(sink)
      hasNone.store(false, ordering: .releasing)
      Outside.close()
    }
  }

  /// Runs `body` while no runner can be registered, unless one was.
  static func ifEmpty(_ body: () -> Void) {
    registered.withLock { if $0.isEmpty { body() } }
  }

  static var all: [any IssueSink] {
    isEmpty ? [] : registered.withLock { $0 }
  }

  /// The scope of the running test, where a runner knows one.
  static func ambientFrame() -> Frame? {
    if isEmpty { return nil }
    for sink in all {
      if let frame = sink.ambientFrame() { return frame }
    }
    return nil
  }
}
