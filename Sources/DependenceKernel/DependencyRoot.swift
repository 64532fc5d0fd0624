/// The owner of default values. The process has one root, and so has each test case.
///
/// This class contains the parts of a root that reads need. The other parts are in ``details``.
@usableFromInline package final class DependencyRoot: Sendable {
  /// The parts of the root that reads do not need. The module `Dependence` defines their type.
  package let details: any AnyObject & Sendable
  /// Whether every read under this root is observed. Such reads bypass the memos.
  let isWatched: Bool
  /// Called with each default that is computed under this root, before any reader gets its value.
  package let didCompute: DefaultObserver?
  /// The defaults that were computed under this root, and the prepared values that replace
  /// defaults.
  package let cache = DefaultCache()
  /// The flags that every read checks: see ``RootGate``. They are stored outside the object, so
  /// that readers do not have to retain the root.
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

/// The indices of the flags of a root. A flag is zero until its event has happened.
enum RootGate {
  /// Set when the root was closed, or when a user interface published a subtree. Reads without
  /// overrides may have to use the values of that subtree.
  static let any = 0
  /// Set when the root was closed.
  static let closed = 1
}
