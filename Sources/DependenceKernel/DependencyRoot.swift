/// The owner of defaults: one for the process, and one for each test case.
///
/// This part of a root is what reads need. The rest is in ``details``.
@usableFromInline package final class DependencyRoot: Sendable {
  /// Everything that the module `Dependence` keeps for a root.
  package let details: any AnyObject & Sendable
  /// Whether everything that is read under this root is observed.
  let isWatched: Bool
  /// Receives an object that holds each default computed under this root, before any reader gets the value.
  package let didCompute: DefaultObserver?
  /// The defaults computed under this root, and the values that were prepared in their place.
  package let cache = DefaultCache()
  /// The words that every read checks: see ``RootGate``. They live as long as the root, outside of it, so that readers
  /// do not touch the root itself.
  let gate = Words(count: 2)

  package typealias DefaultObserver =
    @Sendable (_ subject: Subject, _ value: AnyObject) -> Void

  package init(
    details: any AnyObject & Sendable,
    isWatched: Bool,
    didCompute: DefaultObserver?
  ) {
    self.details = details
    self.isWatched = isWatched
    self.didCompute = didCompute
  }

  deinit { gate.deallocate() }

  /// Whether the test that owns this root has ended.
  package var isClosed: Bool { gate[RootGate.closed] != 0 }
  /// Whether the root is closed, or a user interface has published a subtree.
  package var hasChanged: Bool { gate[RootGate.any] != 0 }

  package func markChanged() { gate[RootGate.any] = 1 }
  package func markClosed() {
    gate[RootGate.closed] = 1
    gate[RootGate.any] = 1
  }
}

/// The indices of a root's words. A word is zero until its event has happened.
enum RootGate {
  /// The root was closed, or a user interface has published a subtree, which answers reads in scopes without overrides.
  static let any = 0
  /// The root was closed.
  static let closed = 1
}
