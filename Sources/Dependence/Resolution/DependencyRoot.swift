import Synchronization

/// Where defaults live: one for the process, and one for every test case.
///
/// It owns what was prepared, the cached defaults, the values of every `Lazy`, and the way home for
/// issues. It is open until its test ends; what still reads through it after that is late.
package final class DependencyRoot: Sendable {
  /// The test that this root belongs to; nil for the process.
  package let owner: (any RootOwner)?
  /// The part of the owner's test that this root is for, in words; nil if it is the whole.
  package let part: String?
  /// Who watches everything that is read under this root.
  let observers: ReadObservers?
  /// The defaults computed under this root, and what was prepared in their place.
  let cache = DefaultCache()
  /// Everything else that changes; no user code runs and no value is released under this lock.
  let state = Lock(State())

  /// What every read has to look at: see ``RootGate``. Lives as long as the root.
  nonisolated(unsafe) let gate = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: 1)
  // Only the process root keeps its own bottom: it lives forever anyway.
  private nonisolated(unsafe) var immortalBottom: Frame?

  struct State {
    var isPrepared = false
    /// The places that prepare once, however often they are evaluated.
    var onceSites: Set<SourceSite> = []
    /// The root that this one continues, with nothing of what was computed there.
    var predecessor: DependencyRoot?
    var lateReaders: Set<ObjectIdentifier> = []
    var subtrees = SubtreeStack()
    /// What is looked at when the test ends, in the order in which it came.
    var audits: [any RootAudit] = []
    var audited: Set<ObjectIdentifier> = []
    /// Where the overrides stand that were bound for the root as a whole.
    var origins: [ObjectIdentifier: SourceSite] = [:]
    /// What is shown if the test fails.
    var failureNotes: [any FailureNote] = []
    var isExplaining = false
  }

  /// - Parameter part: The part of the owner's test that the root is for, if it is not the whole:
  ///   "iteration 3 of 10". Whoever makes such a root ends it.
  package init(owner: (any RootOwner)?, part: String? = nil) {
    self.owner = owner
    self.part = part
    gate.initialize(to: Atomic(0))
    observers =
      if ProcessContext.current.isStrict {
        ReadObservers([StrictReads(isOutside: owner == nil)])
      } else {
        nil
      }
    if owner != nil || part != nil { UniversalDefaults.forbid() }
  }

  deinit {
    gate.deallocate()
    if owner != nil || part != nil { UniversalDefaults.allow() }
  }

  /// The root of everything that runs in no test's scope.
  package static let process: DependencyRoot = {
    let root = DependencyRoot(owner: nil)
    // Written once, here, before anyone else can see the root.
    root.immortalBottom = RootFrame(root)
    return root
  }()

  /// A frame with nothing above this root.
  package var bottom: Frame { immortalBottom ?? RootFrame(self) }
}

/// What may have become of a root, as bits of one word that lies by itself in memory: readers look at it
/// without touching the root.
enum RootGate {
  /// Its test has ended.
  static var closed: UInt { 1 }
  /// A user interface has published a subtree, which answers reads in scopes without overrides.
  static var hasSubtrees: UInt { 2 }
}

// MARK: - Closing

extension DependencyRoot {
  /// Whether the test that owns this root has ended.
  package var isClosed: Bool { gate.pointee.load(ordering: .acquiring) & RootGate.closed != 0 }

  /// Ends this root: reads through it are issues from now on.
  package func close() {
    gate.pointee.bitwiseOr(RootGate.closed, ordering: .acquiringAndReleasing)
    // They hold the root that holds them.
    let subtrees = state.withLock { state in
      defer { state.subtrees = SubtreeStack() }
      return state.subtrees
    }
    withExtendedLifetime(subtrees) {}
  }

  /// Reports, once per key, that `record` was read through this root after its test ended.
  func reportLateRead(of record: AnyKeyRecord, at site: SourceSite, from frame: Frame) {
    let isFirst = state.withLock { $0.lateReaders.insert(ObjectIdentifier(record)).inserted }
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
