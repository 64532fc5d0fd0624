import Synchronization

/// A link in the chain that forms a scope. A frame is either an override or a ``ScopeFrame``.
///
/// The innermost frame is at the top of the chain, and the frame of the root is at the bottom. Each
/// frame retains the frames below it. A reference to one frame therefore keeps a whole scope alive,
/// and binding that frame restores the scope. Frames are immutable, except for a cache of reads.
@usableFromInline package class Frame: Holder, @unchecked Sendable {
  // Unchecked because the compiler cannot check a class with subclasses. The state is constant,
  // apart from atomics and from fields that are written only in `init` and `deinit`, while no other
  // thread can access the frame.

  /// The frame below this frame. It is `nil` for the bottom frame, and for a computation, which
  /// stores the frame below it in ``Computation/beneath``.
  @exclusivity(unchecked) package private(set) final var parent: Frame?
  /// The nearest frame in the chain that is not an override. It can be this frame itself.
  @exclusivity(unchecked) private final var nearest: Uncounted<ScopeFrame>!
  /// The record of the key that this frame overrides, or `nil` if this frame is not an override.
  /// Records are immortal.
  private final let overridden: Uncounted<AnyKeyRecord>?
  /// The union of the bits of all keys that this frame and the frames below it override. The bit of
  /// a key is ``AnyKeyRecord/bit``.
  package final let keys: UInt
  /// The number of frames below this frame.
  package final let depth: Int32
  /// Whether this frame or a frame below it was created by `withDependencies`.
  package final let isInsideOperation: Bool
  /// Whether a cached default depends on this override. The default is evicted from the cache when
  /// the override is deallocated.
  final let anchorsDefaults = Atomic<Bool>(false)
  /// The address of the table in which this frame caches the results of reads: see ``ReadMemo``.
  final let memo = Atomic<UInt>(0)

  fileprivate init(over parent: Frame?, keys: UInt, depth: Int32, isInsideOperation: Bool) {
    self.parent = parent
    self.keys = keys
    self.depth = depth
    self.isInsideOperation = isInsideOperation
    overridden = nil
    super.init(isFrame: true)
  }

  fileprivate init(overriding record: AnyKeyRecord, over parent: Frame, isInsideOperation: Bool) {
    overridden = Uncounted(record)
    nearest = parent.nearest
    keys = parent.keys | record.bit
    depth = parent.depth &+ 1
    self.isInsideOperation = isInsideOperation || parent.isInsideOperation
    self.parent = parent
    super.init(isFrame: true)
  }

  fileprivate final func becomeScope(_ scope: ScopeFrame) { nearest = Uncounted(scope) }

  deinit {
    ReadMemo.free(memo.load(ordering: .acquiring))
    if anchorsDefaults.load(ordering: .acquiring) { root.cache.evictDefaults(builtOn: self) }
    // The frames are released in a loop, because recursive releases could overflow the stack.
    var next = parent.take()
    while next != nil, isKnownUniquelyReferenced(&next) { next = next?.parent.take() }
  }

  package final var record: AnyKeyRecord? { overridden?.object }
  package final var scope: ScopeFrame { nearest.object }
  package final var root: DependencyRoot { nearest.withObject { $0.ownRoot } }
  /// Whether an observer is notified of reads from this frame.
  @usableFromInline package final var isObserved: Bool { nearest.withObject { $0.isWatched } }
  /// Whether reads from this frame ignore the overrides that a user interface has published.
  package final var ignoresPublishedSubtrees: Bool {
    keys != 0 || nearest.withObject { $0.isPinned }
  }
  /// The computation of a default in whose scope this frame is, or `nil` if there is none.
  final var nearestComputation: Computation? { nearest.withObject { $0.computation } }
  package final var isInsideComputation: Bool { nearest.withObject { $0.computation != nil } }

  /// The value of this override as a default for `prepareDependencies`, or `nil` if this frame is
  /// not an override.
  package var preparable: Default? { nil }

  /// An object that contains the value of this override, or `nil` if this frame is not an override.
  package final var boundValue: AnyObject? { preparable }

  /// Returns the frame from which reads of a key start. Only ``InheritingFrame`` returns a frame
  /// other than itself.
  package func source(of record: AnyKeyRecord) -> Frame { self }

  /// Returns a copy of this frame on top of `parent`, or `parent` if this frame adds nothing.
  package func copy(over parent: Frame) -> Frame { parent }

  /// The next frame toward the bottom of the chain, or `nil` if this is the bottom frame.
  package final var outer: Frame? { parent ?? (self as? Computation)?.beneath }
}

/// A frame that binds one key to one value.
@usableFromInline package final class OverrideFrame<Value: Sendable>: Frame, @unchecked Sendable {
  @usableFromInline package let value: Value

  @usableFromInline package init(
    _ record: AnyKeyRecord,
    _ value: Value,
    over parent: Frame,
    isInsideOperation: Bool
  ) {
    self.value = value
    super.init(overriding: record, over: parent, isInsideOperation: isInsideOperation)
  }

  override package var preparable: Default? { DefaultValue(value, isPrepared: true) }

  override package func copy(over parent: Frame) -> Frame {
    guard let record else { return parent }
    return OverrideFrame(record, value, over: parent, isInsideOperation: isInsideOperation)
  }
}

/// A frame that is not an override. Such a frame marks a root or a computation, adds an observer or
/// an issue reporter, or pins the scope.
@usableFromInline package class ScopeFrame: Frame, @unchecked Sendable {
  /// The root at the bottom of the chain, which owns the cached defaults.
  final let ownRoot: DependencyRoot
  /// The issue reporter and the observer that this frame adds, or `nil` if it adds neither. The
  /// type of this object is defined in the module `Dependence`.
  package final let notes: (any AnyObject & Sendable)?
  /// The issue reporters and observers that this frame and all frames below it add.
  package final let allNotes: ScopeNoteList?
  /// Whether an observer of this frame or of a frame below it is notified of reads.
  fileprivate final let isWatched: Bool
  /// Whether the scope is pinned. Reads from a pinned scope ignore the overrides that a user
  /// interface has published, even if the scope itself overrides nothing.
  fileprivate final let isPinned: Bool
  // The nearest computation of a default below this frame, or `nil` if there is none.
  private final let enclosing: Computation?

  /// The computation of a default that is this frame or the nearest one below it.
  var computation: Computation? { enclosing }

  fileprivate init(bottomOf root: DependencyRoot) {
    ownRoot = root
    isWatched = root.isWatched
    (notes, allNotes, enclosing, isPinned) = (nil, nil, nil, false)
    super.init(over: nil, keys: 0, depth: 0, isInsideOperation: false)
    becomeScope(self)
  }

  package init(
    over parent: Frame,
    notes: (any AnyObject & Sendable)? = nil,
    isWatched: Bool = false,
    isPinned: Bool = false
  ) {
    let outer = parent.scope
    ownRoot = outer.ownRoot
    self.notes = notes
    allNotes = notes.map { ScopeNoteList($0, outer.allNotes) } ?? outer.allNotes
    self.isWatched = isWatched || outer.isWatched
    self.isPinned = isPinned || outer.isPinned
    enclosing = outer.computation
    super.init(
      over: parent,
      keys: parent.keys,
      depth: parent.depth &+ 1,
      isInsideOperation: parent.isInsideOperation
    )
    becomeScope(self)
  }

  /// Creates the frame of a computation above `beneath`. The subclass retains `beneath`.
  init(computationAbove beneath: Frame) {
    let outer = beneath.scope
    ownRoot = outer.ownRoot
    (notes, allNotes) = (nil, outer.allNotes)
    (isWatched, isPinned) = (outer.isWatched, outer.isPinned)
    enclosing = nil
    super.init(
      over: nil,
      keys: beneath.keys,
      depth: beneath.depth &+ 1,
      isInsideOperation: beneath.isInsideOperation
    )
    becomeScope(self)
  }

  override package func copy(over parent: Frame) -> Frame {
    ScopeFrame(over: parent, notes: notes, isWatched: notes != nil && isWatched, isPinned: isPinned)
  }
}

/// A linked list of the issue reporters and observers of several frames, innermost first.
package final class ScopeNoteList: Sendable {
  package let notes: any AnyObject & Sendable
  package let next: ScopeNoteList?

  fileprivate init(_ notes: any AnyObject & Sendable, _ next: ScopeNoteList?) {
    (self.notes, self.next) = (notes, next)
  }
}

/// The bottom frame of a chain. It retains the root.
package final class RootFrame: ScopeFrame, @unchecked Sendable {
  package init(_ root: DependencyRoot) {
    super.init(bottomOf: root)
  }
}
