import Synchronization

/// An object that owns the cached default values of the process or of one test case. Each test case
/// has its own root, so that tests do not share default values.
///
/// This class stores only the data that every read of a dependency needs. The remaining data is in
/// ``details``.
@usableFromInline package final class DependencyRoot: Sendable {
  /// Data that only the module `Dependence` uses, such as the test that owns this root. It is typed
  /// as `AnyObject` because this module cannot import `Dependence`, which declares the actual type.
  package let details: any AnyObject & Sendable
  /// Whether an observer, such as the one for strict mode, is notified of every dependency read in
  /// the scopes of the test or process that owns this root. If so, read results are not cached,
  /// because a cached read would bypass the observer.
  let isWatched: Bool
  /// Whether this root, and therefore the default values cached in it, belongs to a suite rather
  /// than to one test case. If a user's trait enters a scope around the suite, each test case in
  /// the suite runs in a copy of that scope, and each copy has its own root.
  package let isOfSuite: Bool
  /// A function that is called with each default value computed for the test or process that owns
  /// this root, and with each override that is set for the whole test. It is called before any
  /// reader receives the value.
  package let didProvide: ValueObserver?
  /// A function that reports a cycle of default values that depend on each other, and then stops
  /// the program. It takes the names of the dependencies, the location of the read that completes
  /// the cycle, and the scope in which to report the issue.
  package let trapOnCycle: CycleTrap
  /// The cached default values of the test or process that owns this root, and the values that
  /// `prepareDependencies` has installed in their place.
  package let cache = DefaultCache()
  /// Two flags that indicate whether cached read results are still valid: see ``RootFlag``. They
  /// are stored outside this object so that readers can check them without retaining the root.
  let flags = Words(count: 2)

  /// The *test scope*, which the test's traits and `configureDependencies` have set up so far. It is
  /// `nil` if this root belongs to the process, and after the test has ended. Protected by the lock
  /// of ``cache``.
  nonisolated(unsafe) private(set) var testScope: Frame?

  /// Whether a test runner is linked into the process. If not, closures that assign overrides are
  /// not counted, and ``isAssigning`` is always `true`.
  let isTested: Bool
  /// The number of closures currently assigning overrides in the scopes of the test or process that
  /// owns this root.
  private let openAssignments = Atomic<Int>(0)

  package typealias ValueObserver =
    @Sendable (_ provider: DefaultProvider, _ isOverride: Bool, _ value: () -> AnyObject?) -> Void
  package typealias CycleTrap =
    @Sendable (_ names: [String], _ location: ReadLocation, _ frame: Frame) -> Never

  package init(
    details: any AnyObject & Sendable,
    isWatched: Bool,
    isOfSuite: Bool,
    isTested: Bool,
    didProvide: ValueObserver?,
    trapOnCycle: @escaping CycleTrap
  ) {
    self.details = details
    self.isWatched = isWatched
    self.isOfSuite = isOfSuite
    self.isTested = isTested
    self.didProvide = didProvide
    self.trapOnCycle = trapOnCycle
  }

  deinit { flags.deallocate() }

  /// Whether the test that owns this root has ended. If only part of the test uses this root, such
  /// as one iteration of a stress test, this is `true` once that part has ended.
  package var isClosed: Bool { flags[RootFlag.closed] != 0 }
  /// Whether reads in scopes without overrides must take a slower path. There are two reasons:
  ///
  /// - The test that owns this root has ended. Later reads are reported as issues.
  /// - A user interface has published overrides for some of its views. Reads must search them.
  package var hasChanged: Bool { flags[RootFlag.changed] != 0 }

  /// Sets the scope whose overrides apply to the whole test. They also apply to tasks that a
  /// default value has started and to scopes that it has captured, because all scopes of the test
  /// share the value.
  ///
  /// Does nothing if the test runs in a scope that a default value has captured. That scope may
  /// contain the test scope, which would then contain itself.
  package func setTestScope(_ frame: Frame?) {
    if frame?.isInsideComputation == true { return }
    let old = cache.withLock {
      defer { testScope = isClosed ? nil : frame }
      return testScope
    }
    // Release the old scope outside the lock, because releasing it can run user code.
    withExtendedLifetime(old) {}
  }

  package func markChanged() { flags[RootFlag.changed] = 1 }
  package func markClosed() {
    // Release the values before later reads are reported, because their deinitializers may read
    // dependencies.
    cache.forgetUnusedProviders()
    flags[RootFlag.closed] = 1
    flags[RootFlag.changed] = 1
  }
}

// MARK: - Closures that assign overrides

extension DependencyRoot {
  /// Whether the test or process that owns this root is currently running a closure that assigns
  /// overrides, such as the first closure passed to `withDependencies`. In a process without a test
  /// runner, this property is always `true`, because running closures are counted only in tests.
  package var isAssigning: Bool { !isTested || openAssignments.load(ordering: .relaxed) > 0 }

  /// Records that a closure is about to assign overrides, so that ``isAssigning`` is `true` while
  /// it does. The caller must call ``endAssignment()`` after the closure returns.
  package func beginAssignment() {
    if isTested { openAssignments.add(1, ordering: .relaxed) }
  }

  package func endAssignment() {
    if isTested { openAssignments.subtract(1, ordering: .relaxed) }
  }
}

/// The indices of the flags in ``DependencyRoot/flags``. Each flag starts at zero and is never
/// reset once set.
enum RootFlag {
  /// The index of the flag that invalidates cached read results in scopes without overrides. The
  /// flag is set when the test ends, because later reads must be reported as issues. It is also set
  /// when a user interface publishes overrides for some of its views, because later reads must
  /// search them.
  static let changed = 0
  /// The index of the flag that is set when the test that owns the root ends. If only part of the
  /// test uses the root, such as one iteration of a stress test, the flag is set when that part
  /// ends.
  ///
  /// The flag invalidates cached read results in the scopes that `changed` does not invalidate.
  /// These scopes ignore the overrides that a user interface publishes, for example because they
  /// have overrides of their own.
  static let closed = 1
}
