@_exported public import DependenceKernel

/// Everything that a root keeps and that reads do not need.
private final class RootDetails: Sendable {
  let owner: (any IssueOwner)?
  let part: String?
  let observers: [any ReadObserver]
  /// Everything that changes. No user code runs and no value is released under this lock.
  let state = Lock(DependencyRoot.State())

  init(owner: (any IssueOwner)?, part: String?, observers: [any ReadObserver]) {
    (self.owner, self.part, self.observers) = (owner, part, observers)
  }
}

extension DependencyRoot {
  struct State {
    var preparation = Preparation()
    /// The places that prepare once, however often they are evaluated.
    var onceSites: Set<SourceSite> = []
    /// The root that this one continues, without the defaults that were computed there.
    var predecessor: DependencyRoot?
    var lateReaders: Set<AnyKeyRecord> = []
    /// The subtrees that a user interface has published, latest last, with the object that published each.
    var subtrees: [(place: ObjectIdentifier, frame: Frame)] = []
    /// The notes that a test harness keeps for the root.
    var harness: (any AnyObject & Sendable)?
  }

  /// - Parameters:
  ///   - part: The part of the owner's test that this root is for, such as "iteration 3 of 10". The caller has to
  ///     close such a root.
  ///   - didCompute: Receives an object that holds each default computed under this root, before any reader gets the
  ///     value.
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
      // Every read has to be noticed as well if the first one has to report a bad environment.
      isWatched: !observers.isEmpty || ProcessContext.currentMistake != nil,
      didCompute: didCompute
    )
  }

  // Every root is created by the initializer above.
  private var ownDetails: RootDetails { unsafeDowncast(details, to: RootDetails.self) }

  /// The test that this root belongs to, or `nil` for the process.
  package var owner: (any IssueOwner)? { ownDetails.owner }
  /// The part of the owner's test that this root is for, in words, or `nil` if it is the whole test.
  package var part: String? { ownDetails.part }
  /// The observers of everything that is read under this root.
  var observers: [any ReadObserver] { ownDetails.observers }
  var state: Lock<State> { ownDetails.state }

  /// The root of everything that runs in no test's scope.
  package static let process = DependencyRoot(owner: nil)
  /// The bottom of that root, which is never released.
  private static let processBottom = Uncounted<Frame>.immortal(RootFrame(process)).object

  /// A frame with nothing above this root.
  package var bottom: Frame { self === Self.process ? Self.processBottom : RootFrame(self) }
}

extension Frame {
  /// The frame that a read here starts from: the bound one, that of the test that runs here, or the bottom of the
  /// process.
  package static var current: Frame { bound ?? AmbientScopes.current ?? processFrame }

  private static var processFrame: Frame {
    let frame = DependencyRoot.process.bottom
    // From now on reads outside of every scope find the frame at once, unless a test runner has to be asked.
    if IssueSinks.isEmpty { Bound.setFallback(frame) }
    return frame
  }
}

// MARK: - Closing

extension DependencyRoot {
  /// Ends this root: reads through it are issues from now on.
  package func close() {
    markClosed()
    // The subtrees hold the root that holds them.
    let subtrees = state.withLock { state in
      defer { state.subtrees = [] }
      return state.subtrees
    }
    withExtendedLifetime(subtrees) {}
  }

  /// Reports, once for each key, that `record` was read through this root after its test ended.
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
  /// Accesses the notes that a test harness keeps for this root.
  package func withHarness<Notes>(
    _ body: (inout (any AnyObject & Sendable)?) -> sending Notes
  ) -> sending Notes {
    state.withLock { body(&$0.harness) }
  }

  /// Makes this root, from which nothing was read yet, the successor of another one: with the prepared values of that
  /// root, but with none of its defaults.
  ///
  /// - Parameter withPreparation: Whether to take the prepared values. The caller prepares this root otherwise.
  package func `continue`(_ other: DependencyRoot, withPreparation: Bool = true) {
    let preparation = withPreparation ? other.state.withLock { $0.preparation } : Preparation()
    if preparation.latest != nil { cache.prepare(as: other.cache) }
    state.withLock { state in
      state.preparation = preparation
      state.predecessor = other
    }
    if other.isClosed { close() }
  }

  /// Whether `prepareDependencies`, or a list of modules, has prepared this root.
  package var isPrepared: Bool { state.withLock { $0.preparation.latest != nil } }

  /// The prepared values, each with its key, as objects that hold them.
  package var preparedValues: [(record: AnyKeyRecord, value: AnyObject)] {
    let keys = state.withLock { $0.preparation.keys.keys }
    return keys.compactMap { record in cache.prepared(record).map { (record, $0) } }
  }

  /// The root that this one continues.
  package var predecessor: DependencyRoot? { state.withLock { $0.predecessor } }
}
