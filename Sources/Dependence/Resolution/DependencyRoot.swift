/// The owner of defaults: one for the process, and one for every test case.
///
/// It owns what was prepared, the cached defaults, the values of every `Lazy`, and the way home for
/// issues. It is open until its test ends; what still reads through it after that is late.
package final class DependencyRoot: Sendable {
  /// The test that this root belongs to; nil for the process.
  package let owner: (any IssueOwner)?
  /// The part of the owner's test that this root is for, in words; nil if it is the whole.
  package let part: String?
  /// The observers of everything that is read under this root.
  let observers: [any ReadObserver]
  /// Receives an object that holds each default computed under this root, before any reader gets the value.
  let didCompute: DefaultObserver?
  /// The defaults computed under this root, and what was prepared in their place.
  let cache = DefaultCache()
  /// Everything else that changes; no user code runs and no value is released under this lock.
  let state = Lock(State())
  /// The words that every read has to look at: see ``RootGate``. They live as long as the root.
  let gate = Words(count: 2)

  struct State {
    var preparation = Preparation()
    /// The places that prepare once, however often they are evaluated.
    var onceSites: Set<SourceSite> = []
    /// The root that this one continues, with nothing of what was computed there.
    var predecessor: DependencyRoot?
    var lateReaders: Set<AnyKeyRecord> = []
    /// The subtrees that a user interface has published, latest last, by the place that did.
    var subtrees: [(place: ObjectIdentifier, frame: Frame)] = []
    /// The notes that a test harness keeps for the root.
    var harness: (any AnyObject & Sendable)?
  }

  package typealias DefaultObserver =
    @Sendable (_ subject: any DefaultSubject, _ value: AnyObject) -> Void

  /// - Parameters:
  ///   - part: The part of the owner's test that this root is for, such as "iteration 3 of 10". The caller has to
  ///     close such a root.
  ///   - didCompute: Receives an object that holds each default computed under this root, before any reader gets the
  ///     value.
  package init(
    owner: (any IssueOwner)?,
    part: String? = nil,
    didCompute: DefaultObserver? = nil
  ) {
    self.owner = owner
    self.part = part
    self.didCompute = didCompute
    observers =
      ProcessContext.current.isStrict
      ? IssueSinks.all.prefix(1).map { $0.strictObserver(isOutside: owner == nil) } : []
  }

  deinit { gate.deallocate() }

  /// The root of everything that runs in no test's scope.
  package static let process = DependencyRoot(owner: nil)
  /// Its bottom, which is never released.
  static let processBottom = Uncounted<Frame>.immortal(RootFrame(process))

  /// A frame with nothing above this root.
  package var bottom: Frame { self === Self.process ? Self.processBottom.object : RootFrame(self) }
}

/// The indices of a root's words, which say what has become of it: zero until something has. They lie by themselves
/// in memory, so that readers do not touch the root.
enum RootGate {
  /// Its test has ended, or a user interface has published a subtree, which answers reads in scopes without overrides.
  static let any = 0
  /// Its test has ended.
  static let closed = 1
}

// MARK: - Closing

extension DependencyRoot {
  /// True if the test that owns this root has ended.
  package var isClosed: Bool { gate[RootGate.closed] != 0 }
  /// True if the way of a read has to be looked for.
  var hasChanged: Bool { gate[RootGate.any] != 0 }

  /// Ends this root: reads through it are issues from now on.
  package func close() {
    gate[RootGate.closed] = 1
    gate[RootGate.any] = 1
    // They hold the root that holds them.
    let subtrees = state.withLock { state in
      defer { state.subtrees = [] }
      return state.subtrees
    }
    withExtendedLifetime(subtrees) {}
  }

  /// Reports, once per key, that `record` was read through this root after its test ended.
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

// MARK: - What others keep

extension DependencyRoot {
  /// Looks at the notes that a test harness keeps for this root, or makes them.
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
    return keys.compactMap { record in cache.preparedDefault(of: record).map { (record, $0) } }
  }

  /// The root that this one continues.
  package var predecessor: DependencyRoot? { state.withLock { $0.predecessor } }
}
