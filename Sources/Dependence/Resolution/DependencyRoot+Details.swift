@_exported public import DependenceKernel

/// The part of a root that ordinary reads do not access.
private final class RootDetails: Sendable {
  let owner: (any IssueOwner)?
  let part: String?
  let observers: [any ReadObserver]
  /// The mutable state. No user code runs and no value is released while this lock is held.
  let state = Lock(DependencyRoot.State())

  init(owner: (any IssueOwner)?, part: String?, observers: [any ReadObserver]) {
    (self.owner, self.part, self.observers) = (owner, part, observers)
  }
}

extension DependencyRoot {
  struct State {
    var preparation = Preparation()
    /// The source locations of calls that prepare this root only once, even if they run repeatedly.
    var onceSites: Set<SourceSite> = []
    /// The earlier root on which this root is based, for example in an iteration of a stress test.
    var predecessor: DependencyRoot?
    var lateReaders: Set<AnyKeyRecord> = []
    /// The published subtrees of the user interface with their publishers, the most recent one
    /// last.
    var subtrees: [(owner: ObjectIdentifier, frame: Frame)] = []
    /// The object in which a test harness keeps its own state for this root.
    var harness: (any AnyObject & Sendable)?
  }

  /// Creates a root, which owns the default values of the process or of one test.
  ///
  /// - Parameters:
  ///   - part: A part of the owner's test, such as "iteration 3 of 10". The caller must close a
  ///     root with a part.
  ///   - didCompute: A function that receives each default computed under this root, as an object
  ///     that holds it, before any reader gets the value.
  package convenience init(
    owner: (any IssueOwner)?,
    part: String? = nil,
    didCompute: DefaultObserver? = nil
  ) {
    let observers =
      ProcessContext.current.isStrict
      ? IssueSinks.all.prefix(1).map { $0.strictObserver(isOutside: owner == nil) } : []
    self.init(
      details: RootDetails(owner: owner, part: part, observers: observers),
      // Reads are also observed to report an invalid configuration at the first read.
      isWatched: !observers.isEmpty || ProcessContext.currentConfigurationError != nil,
      didCompute: didCompute
    )
  }

  // Every root is created by the initializer above, so its details always have this type.
  private var ownDetails: RootDetails { unsafeDowncast(details, to: RootDetails.self) }

  /// The test that owns this root, or `nil` for the root of the process.
  package var owner: (any IssueOwner)? { ownDetails.owner }
  /// The part of the test that uses this root, as text, or `nil` if the whole test uses it.
  package var part: String? { ownDetails.part }
  /// The observers of all reads under this root.
  var observers: [any ReadObserver] { ownDetails.observers }
  var state: Lock<State> { ownDetails.state }

  /// The root for all code that runs outside the scope of a test.
  package static let process = DependencyRoot(owner: nil)
  /// The bottom frame of the process root, which is never released.
  private static let processBottom = Uncounted<Frame>.immortal(RootFrame(process)).object

  /// A frame without overrides, from which reads get only default and prepared values.
  package var bottom: Frame { self === Self.process ? Self.processBottom : RootFrame(self) }
}

extension Frame {
  /// The frame from which a read in the current context starts. It is the bound frame, or else the
  /// frame of the running test, or else the bottom frame of the process.
  package static var current: Frame { bound ?? AmbientScopes.current ?? processFrame }

  private static var processFrame: Frame {
    let frame = DependencyRoot.process.bottom
    // If there is no test runner, later reads outside any scope use this frame without a lookup.
    if IssueSinks.isEmpty { Bound.setFallback(frame) }
    return frame
  }
}

// MARK: - Closing

extension DependencyRoot {
  /// Closes this root when its test ends. Later reads through the root are reported as issues.
  package func close() {
    markClosed()
    // The root and its subtrees retain each other, so the subtrees are removed here.
    let subtrees = state.withLock { state in
      defer { state.subtrees = [] }
      return state.subtrees
    }
    withExtendedLifetime(subtrees) {}
  }

  /// Reports that `record` was read through this root after its test had ended, once for each key.
  func reportLateRead(of record: AnyKeyRecord, at site: SourceSite, from frame: Frame) {
    let isFirst = state.withLock { $0.lateReaders.insert(record).inserted }
    guard isFirst, let owner else { return }
    let whole = part == nil ? "the test" : "it"
    let scope = (part.map { "\($0) of " } ?? "") + "the test \"\(owner.name)\""
    let message = """
      \(record.name) was read through the scope of \(scope), which has ended. Await, or cancel, the \
      work that reads it before \(whole) returns.
      """
    IssuePath.deliver(DependencyIssue(message, kind: .lateRead, at: site), from: frame)
  }
}

// MARK: - State for others

extension DependencyRoot {
  /// Calls `body` with the object in which a test harness keeps its state for this root.
  package func withHarness<Notes>(
    _ body: (inout (any AnyObject & Sendable)?) -> sending Notes
  ) -> sending Notes {
    state.withLock { body(&$0.harness) }
  }

  /// Makes this root continue `other`. This root takes over the prepared values, but not the
  /// computed defaults. No dependency may have been read from this root yet.
  ///
  /// - Parameter withPreparation: Whether to take over the prepared values.
  package func `continue`(_ other: DependencyRoot, withPreparation: Bool = true) {
    let preparation = withPreparation ? other.state.withLock { $0.preparation } : Preparation()
    if preparation.latest != nil { cache.prepare(as: other.cache) }
    state.withLock { state in
      state.preparation = preparation
      state.predecessor = other
    }
    if other.isClosed { close() }
  }

  /// Whether `prepareDependencies` or a list of modules has prepared this root.
  package var isPrepared: Bool { state.withLock { $0.preparation.latest != nil } }

  /// The prepared values with their keys, as objects that hold the values.
  package var preparedValues: [(record: AnyKeyRecord, value: AnyObject)] {
    let keys = state.withLock { $0.preparation.keys.keys }
    return keys.compactMap { record in cache.prepared(record).map { (record, $0) } }
  }

  /// The earlier root on which this root is based, for example in an iteration of a stress test.
  package var predecessor: DependencyRoot? { state.withLock { $0.predecessor } }
}
