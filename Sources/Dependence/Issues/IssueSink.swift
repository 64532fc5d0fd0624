import Synchronization

/// A test runner that records issues. Each testing product registers one sink when it is loaded.
package protocol IssueSink: Sendable {
  /// The name of the product that registered the sink, for messages.
  var product: String { get }

  /// Records an issue from outside all test scopes, or returns `false` if this runner is not
  /// running.
  func receive(_ issue: DependencyIssue) -> Bool

  /// Returns the scope of the running test, even if it uses no trait or base class of this library.
  func ambientFrame() -> Frame?

  /// Returns the observer of all reads under a new root, for strict mode.
  ///
  /// - Parameter isOutside: Whether the root belongs to no test.
  func strictObserver(isOutside: Bool) -> any ReadObserver
}

/// The test that owns a root. It receives the issues of all scopes of that root.
package protocol IssueOwner: Sendable {
  var name: String { get }

  /// Records an issue on the test as soon as possible, or returns `false` if that is impossible.
  func receive(_ issue: DependencyIssue) -> Bool

  /// Prepares for issues from code that the test runner cannot associate with this test. Called
  /// before a scope of the test is captured.
  func scopeWillEscape()
}

/// The sinks, which are registered when their products are loaded and never change afterwards.
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
