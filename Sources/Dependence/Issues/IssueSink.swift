import Synchronization

/// A test runner, as seen by the core. The testing products register one each when they are loaded.
package protocol IssueSink: Sendable {
  /// The product that registered it, for messages.
  var product: String { get }

  /// Records an issue that came from no test's scope; false if its runner is not the one running.
  func receive(_ issue: DependencyIssue) -> Bool

  /// The scope of the test that is running here without one of our traits or base classes.
  func ambientFrame() -> Frame?

  /// The observer of reads under a new root, in a process that is strict.
  ///
  /// - Parameter isOutside: Whether the root belongs to no test.
  func strictObserver(isOutside: Bool) -> any ReadObserver
}

/// A test, as seen by its root: it takes the issues of every scope made in it.
package protocol IssueOwner: Sendable {
  var name: String { get }

  /// Records an issue on the test, now or when it next can; false if it cannot any more.
  func receive(_ issue: DependencyIssue) -> Bool

  /// Told before a scope of this test is handed to code that the runner cannot follow.
  func scopeWillEscape()
}

/// The registered sinks. Written at load, read ever after.
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

  /// Whether the process links a product, such as "DependenceXCTest".
  package static func include(_ product: String) -> Bool { all.contains { $0.product == product } }

  static var all: [any IssueSink] {
    isEmpty ? [] : registered.withLock { $0 }
  }
}
