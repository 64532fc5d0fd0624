import Synchronization

/// A connection to a test runner, which records issues. Each testing product registers one sink
/// when it is loaded.
package protocol IssueSink: Sendable {
  /// The name of the product that registered the sink, for messages.
  var product: String { get }

  /// Records an issue from outside all test scopes, or returns `false` if the runner is inactive.
  func receive(_ issue: DependencyIssue) -> Bool

  /// Returns the scope of the running test, even if the test uses no trait or base class of this
  /// library, or `nil` if no test is running.
  func ambientFrame() -> Frame?

  /// Returns an observer of all reads of a test or of the process, for strict mode.
  ///
  /// - Parameter isOutside: Whether the observed reads belong to no test.
  func strictObserver(isOutside: Bool) -> any ReadObserver
}

/// The test that owns a scope and receives all issues of the scope.
package protocol IssueOwner: Sendable {
  var name: String { get }

  /// Records an issue on the test, or returns `false` if that is impossible.
  func receive(_ issue: DependencyIssue) -> Bool

  /// Called before a scope of the test is captured. The owner then prepares for issues from code
  /// that the test runner cannot associate with this test.
  func scopeWillEscape()
}

/// The registered sinks. They do not change after the testing products have been loaded.
package enum IssueSinks {
  private static let registered = Lock<[any IssueSink]>([])
  private static let hasNone = Atomic<Bool>(true)

  static var isEmpty: Bool { hasNone.load(ordering: .acquiring) }

  package static func register(_ sink: any IssueSink) {
    registered.withLock {
      $0.append(sink)
      hasNone.store(false, ordering: .releasing)
      AmbientScopes.add { sink.ambientFrame() }
    }
  }

  /// Returns `true` if the process links the given product, such as "DependenceXCTest".
  package static func include(_ product: String) -> Bool { all.contains { $0.product == product } }

  static var all: [any IssueSink] {
    isEmpty ? [] : registered.withLock { $0 }
  }
}
