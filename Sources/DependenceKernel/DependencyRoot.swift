/// The owner of cached default values. The process has one root, and each test case has its own.
///
/// This class contains only the data that reads need. All other data is in ``details``.
@usableFromInline package final class DependencyRoot: Sendable {
  /// The data that reads do not need. Its type is defined in the module `Dependence`.
  package let details: any AnyObject & Sendable
  /// Whether an observer is notified of every read under this root. Such reads are not memoized.
  let isWatched: Bool
  /// A function that receives each default that is computed under this root, before it is used.
  package let didCompute: DefaultObserver?
  /// The defaults that were computed under this root, and the values that `prepareDependencies`
  /// installed in their place.
  package let cache = DefaultCache()
  /// The flags that every read checks: see ``RootGate``. They are stored outside this object,
  /// because readers can then check them without retaining the root.
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
  /// Whether the test has ended, or a user interface has published overrides for its views.
  package var hasChanged: Bool { gate[RootGate.any] != 0 }

  package func markChanged() { gate[RootGate.any] = 1 }
  package func markClosed() {
    gate[RootGate.closed] = 1
    gate[RootGate.any] = 1
  }
}

/// The indices of the flags in ``DependencyRoot/gate``. A flag is zero until it is set, and is
/// never reset.
enum RootGate {
  /// The flag that is set when the test ends, or when a user interface publishes the overrides of a
  /// subtree of views. Reads without overrides then have to check for these events.
  static let any = 0
  /// The flag that is set when the test ends and its root is closed.
  static let closed = 1
}
