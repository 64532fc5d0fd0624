/// The owner of a set of cached default values. The process has one root, and each test case has
/// its own, so that tests do not share defaults.
///
/// This class contains only the data that every read needs. The remaining data is in ``details``.
@usableFromInline package final class DependencyRoot: Sendable {
  /// The data that most reads do not need. Its type is declared in the module `Dependence`.
  package let details: any AnyObject & Sendable
  /// Whether an observer is notified of every read under this root. If so, frames do not cache the
  /// results of reads.
  let isWatched: Bool
  /// A function that is called with each default that is computed under this root, before the
  /// default is used.
  package let didCompute: DefaultObserver?
  /// The defaults that were computed under this root, and the values that `prepareDependencies` has
  /// installed instead of defaults.
  package let cache = DefaultCache()
  /// The flags that every read checks: see ``RootFlag``. They are stored outside this object so
  /// that readers can check them without retaining the root.
  let flags = Words(count: 2)

  package typealias DefaultObserver =
    @Sendable (_ provider: DefaultProvider, _ value: AnyObject) -> Void

  package init(
    details: any AnyObject & Sendable,
    isWatched: Bool,
    didCompute: DefaultObserver?
  ) {
    self.details = details
    self.isWatched = isWatched
    self.didCompute = didCompute
  }

  deinit { flags.deallocate() }

  /// Whether the test that owns this root has ended.
  package var isClosed: Bool { flags[RootFlag.closed] != 0 }
  /// Whether the test has ended, or a user interface has published overrides for a subtree of its
  /// views.
  package var hasChanged: Bool { flags[RootFlag.changed] != 0 }

  package func markChanged() { flags[RootFlag.changed] = 1 }
  package func markClosed() {
    flags[RootFlag.closed] = 1
    flags[RootFlag.changed] = 1
  }
}

/// The indices of the flags in ``DependencyRoot/flags``. Each flag is initially zero, and is never
/// reset once it has been set.
enum RootFlag {
  /// The index of the flag that is set when the test ends, or when a user interface publishes
  /// overrides for a subtree of views. Reads without overrides then have to check which of the two
  /// has happened.
  static let changed = 0
  /// The index of the flag that is set when the test ends and its root is closed.
  static let closed = 1
}
