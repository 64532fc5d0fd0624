@_exported public import DependenceKernel
import Synchronization

/// The part of a ``DependencyRoot``'s data that most dependency reads do not need. A root owns the
/// default values of an app or a test.
private final class RootDetails: Sendable {
  let owner: (any IssueOwner)?
  let part: String?
  let observers: [any ReadObserver]
  /// The mutable state. While its lock is held, no user code runs and no user value is released,
  /// because user code, such as a deinitializer, could try to acquire the same lock.
  let state = Lock(DependencyRoot.State())

  init(owner: (any IssueOwner)?, part: String?, observers: [any ReadObserver]) {
    (self.owner, self.part, self.observers) = (owner, part, observers)
  }
}

extension DependencyRoot {
  struct State {
    var preparation = Preparation()
    /// The source locations that `prepareDependenciesOnce` has been called from. Only the first
    /// call from each location sets dependencies.
    var onceSites: Set<SourceSite> = []
    /// The root (the owner of the default values) of the previous part of the test, such as the
    /// previous iteration of a stress test, or `nil` for the first part.
    var predecessor: DependencyRoot?
    /// The names of the dependencies and functions whose use after the end of the test has already
    /// been reported. Each is reported only once.
    var lateUses: Set<String> = []
    var issueCount = 0
    /// The overrides that a user interface has published for its views, most recent last. `owner`
    /// is the identity of the ``PublishedSubtree`` that published them.
    var subtrees: [(owner: ObjectIdentifier, frame: Frame)] = []
    /// An object where the module `DependenceHarness` stores its own data about the test or process
    /// that owns this root, or `nil` if it has stored nothing.
    var harness: (any AnyObject & Sendable)?
  }

  /// Creates a root, which owns the default values of the process or of one test.
  ///
  /// - Parameters:
  ///   - part: The part of the test that uses this root, such as "iteration 3 of 10", or `nil` if
  ///     the whole test uses it. If it is not `nil`, the caller must call ``close()`` when that
  ///     part ends.
  ///   - isOfSuite: Whether the owner is a suite rather than a test.
  ///   - didProvide: A function that is called with each newly computed default value, and with each
  ///     override that a trait or `configureDependencies` sets, before any reader receives the
  ///     value.
  package convenience init(
    owner: (any IssueOwner)?,
    part: String? = nil,
    isOfSuite: Bool = false,
    didProvide: ValueObserver? = nil
  ) {
    if owner != nil { Self.anyTestHasRoot.store(true, ordering: .releasing) }
    let observers =
      ProcessContext.current.isStrict
      ? IssueSinks.all.prefix(1).map { $0.strictObserver(isOutside: owner == nil) } : []
    self.init(
      details: RootDetails(owner: owner, part: part, observers: observers),
      // If an environment variable is invalid, treat reads as if they were observed. They then take
      // the slower path, which reports the invalid configuration on the first read.
      isWatched: !observers.isEmpty || ProcessContext.currentConfigurationError != nil,
      isOfSuite: isOfSuite,
      isTested: !IssueSinks.isEmpty,
      didProvide: didProvide,
      trapOnCycle: { names, location, frame in
        let site = location.site ?? .unknown
        let message = """
          Dependency cycle: \(names.joined(separator: " → ")). Each of these defaults reads the next one while it is \
          computed. To break the cycle, read one of them later, in a closure or a task.
          """
        let kind = DependencyIssue.Kind.trap(endpoint: names.first ?? "")
        IssuePath.deliver(DependencyIssue(message, kind: kind, at: site), from: frame)
        fatalError("\(message) The cycle was completed by the read at \(site).")
      }
    )
  }

  /// The ``part`` of a root that is used for a rehearsal, that is, for a trial run of the factories
  /// that modules register.
  package static let rehearsal = "a rehearsal of modules"

  /// Whether a root (the owner of default values) has ever been created for a test in this process.
  /// From then on, code outside any test can no longer set dependencies for the whole process,
  /// because that would affect the tests.
  static let anyTestHasRoot = Atomic<Bool>(false)

  // The unchecked cast is safe because every root is created by the convenience initializer, which
  // passes a `RootDetails` object.
  private var ownDetails: RootDetails { unsafeDowncast(details, to: RootDetails.self) }

  /// The test or suite whose default values this root stores, or `nil` if they are the values of
  /// the whole process.
  package var owner: (any IssueOwner)? { ownDetails.owner }
  /// The part of the test that uses this root, such as "iteration 3 of 10", or `nil` if the whole
  /// test uses it.
  package var part: String? { ownDetails.part }
  var observers: [any ReadObserver] { ownDetails.observers }
  var state: Lock<State> { ownDetails.state }

  /// The number of issues that have been reported in the scopes of this root and were not expected.
  package var issueCount: Int { state.withLock(\.issueCount) }

  /// Adds an issue to ``issueCount``, unless ``IssuePath/countsIssues`` is `false`. ``IssuePath``
  /// does not call this method for an issue that a reporter of the scope accepts. A reporter that
  /// accepts unexpected issues must therefore call it itself.
  package func countIssue() {
    if IssuePath.countsIssues { state.withLock { $0.issueCount += 1 } }
  }

  /// The root that owns the default values for all code that runs outside any test's scope.
  package static let process = DependencyRoot(owner: nil)
  /// The frame at the bottom of every scope outside tests. A scope is a chain of frames, each of
  /// which usually stores one override. This frame is never deallocated, so reads need not retain
  /// it.
  private static let processBottom = Uncounted<Frame>.immortal(RootFrame(process)).object

  /// A frame that represents a scope of this root without overrides. Reads in this scope return
  /// only default values and values that `prepareDependencies` has set.
  package var bottom: Frame {
    self === Self.process ? Self.processBottom : RootFrame(temporaryBottomOf: self)
  }
}

extension Frame {
  /// The innermost frame of the current scope. This is the current task's scope, if it has one.
  /// Otherwise, it is the scope of the running test or, outside tests, of the process.
  package static var current: Frame { bound ?? AmbientScopes.current ?? processFrame }

  private static var processFrame: Frame {
    let frame = DependencyRoot.process.bottom
    // If no test runner is linked, no test can be running. Store this frame as the fallback, so
    // that later reads outside any scope use it without searching for a running test.
    if IssueSinks.isEmpty { Bound.setFallback(frame) }
    return frame
  }
}

// MARK: - Closing

extension DependencyRoot {
  /// Closes this root, which owns the default values of a test, after the test or a part of it has
  /// ended. Later reads of dependencies in its scopes are reported as issues.
  package func close() {
    markClosed()
    setTestScope(nil)
    // This root stores the overrides that a user interface has published for its views, and the
    // overrides retain this root. Removing the overrides breaks the retain cycle.
    let subtrees = state.withLock { state in
      defer { state.subtrees = [] }
      return state.subtrees
    }
    withExtendedLifetime(subtrees) {}
  }

  /// Reports the use of a dependency or function as an issue if it occurs too late. A use is too
  /// late if the test that owns this root has ended or, if only a part of the test uses this root,
  /// if that part has ended. Each name is reported only once.
  ///
  /// - Parameters:
  ///   - name: The name of the dependency or function that was used in a scope of this root.
  ///   - use: The kind of use, such as "read" or "called".
  package func reportIfLate(
    _ name: @autoclosure () -> String,
    was use: String = "read",
    at site: @autoclosure () -> SourceSite,
    from frame: Frame
  ) {
    guard isClosed, let owner else { return }
    let name = name()
    guard state.withLock({ $0.lateUses.insert(name).inserted }) else { return }
    let verb = use == "read" ? "reads" : "uses"
    let whole = part == nil ? "the test" : "that run"
    // If a rehearsal (a trial run) calls a factory that starts work, the test cannot await that
    // work.
    let advice =
      part == Self.rehearsal
      ? """
      Work that a factory starts is not part of the rehearsal. Mark the module whose factory starts the work with \
      .skippingValidation(), or start the work after the factory has returned.
      """
      : "Await the work that \(verb) it, or cancel and await it, before \(whole) ends."
    let scope = (part.map { "\($0) of " } ?? "") + "the test \"\(owner.title)\""
    let message = """
      \(name) was \(use) in the scope of \(scope), which has ended. \(advice)
      """
    IssuePath.deliver(DependencyIssue(message, kind: .lateRead, at: site()), from: frame)
  }
}

// MARK: - State of test harnesses and test iterations

extension DependencyRoot {
  /// Calls `body` with the object where a test harness stores its own data about the test or
  /// process that owns this root, and returns the result. The root's lock is held during the call.
  package func withHarness<Notes>(
    _ body: (inout (any AnyObject & Sendable)?) -> sending Notes
  ) -> sending Notes {
    state.withLock { body(&$0.harness) }
  }

  /// Makes this root, which owns the default values of one part of a test, the successor of
  /// `other`, the root of the previous part. The parts can be the iterations of a stress test, for
  /// example. Call this method before any dependency is read from this root.
  ///
  /// - Parameter withPreparation: Whether to copy the values that `prepareDependencies` has
  ///   installed. Cached default values are never copied.
  package func `continue`(_ other: DependencyRoot, withPreparation: Bool = true) {
    let preparation = withPreparation ? other.state.withLock { $0.preparation } : Preparation()
    if preparation.latest != nil { cache.prepare(as: other.cache) }
    state.withLock { state in
      state.preparation = preparation
      state.predecessor = other
    }
    if other.isClosed { close() }
  }

  /// Whether `prepareDependencies` or a list of modules has installed values for the test or
  /// process that owns this root.
  package var isPrepared: Bool { state.withLock { $0.preparation.latest != nil } }

  /// The keys of all values installed by `prepareDependencies` or a list of modules, each with an
  /// object that holds the key's value.
  package var preparedValues: [(record: AnyKeyRecord, value: AnyObject)] {
    let keys = state.withLock { $0.preparation.keys.keys }
    return keys.compactMap { record in cache.prepared(record).map { (record, $0) } }
  }

  /// The root (the owner of the default values) of the previous part of the test, such as the
  /// previous iteration of a stress test, or `nil` for the first part.
  package var predecessor: DependencyRoot? { state.withLock { $0.predecessor } }
}
