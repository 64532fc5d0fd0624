import Synchronization

/// One link in the chain of frames that forms a scope. A frame is an override or a ``ScopeFrame``.
///
/// The innermost frame of a chain is at the top, and the frame of the root is at the bottom. A
/// frame retains all frames below it, so a reference to one frame keeps a whole scope alive, and
/// binding the frame restores the scope. Frames are immutable, except for a memo of read results.
@usableFromInline package class Frame: Holder, @unchecked Sendable {
  // Unchecked because a class with subclasses cannot be checked. The state is constant, apart from
  // atomics and fields that are written only in the initializer and in `deinit`, while no other
  // thread can access the frame.

  /// The frame below this frame. It is `nil` for the frame of a root, and for a computation, which
  /// stores the frame below it in ``Computation/beneath``.
  @exclusivity(unchecked) package private(set) final var parent: Frame?
  /// The nearest frame that is not an override: this frame, or one below it that the chain retains.
  @exclusivity(unchecked) private final var nearest: Uncounted<ScopeFrame>!
  /// The immortal record of the key that this frame overrides, or `nil` if it overrides none.
  private final let overridden: Uncounted<AnyKeyRecord>?
  /// The bits of all keys that this frame or a frame below it overrides: see ``AnyKeyRecord/bit``.
  package final let keys: UInt
  /// The number of frames below this frame.
  package final let depth: Int32
  /// Whether `withDependencies` has created this frame or a frame below it.
  package final let isInsideOperation: Bool
  /// Whether a cached default depends on this override. Deallocating the override evicts the
  /// default.
  final let anchorsDefaults = Atomic<Bool>(false)
  /// The address of the frame's memo, or one of the special values of ``ReadMemo``.
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
    // The frames are released one at a time, because recursion could overflow the stack.
    var next = parent.take()
    while next != nil, isKnownUniquelyReferenced(&next) { next = next?.parent.take() }
  }

  package final var record: AnyKeyRecord? { overridden?.object }
  package final var scope: ScopeFrame { nearest.object }
  package final var root: DependencyRoot { nearest.withObject { $0.ownRoot } }
  /// Whether an observer is notified of reads from this frame.
  @usableFromInline package final var isObserved: Bool { nearest.withObject { $0.isWatched } }
  /// Whether reads from this frame ignore the subtrees that a user interface has published.
  package final var answersItself: Bool { keys != 0 || nearest.withObject { $0.isPinned } }
  /// The computation that this scope is part of, or `nil` if it is part of none.
  final var nearestComputation: Computation? { nearest.withObject { $0.computation } }
  package final var isInsideComputation: Bool { nearest.withObject { $0.computation != nil } }

  /// The value of an override as a default for `prepareDependencies`, or `nil` for other frames.
  package var preparable: Default? { nil }

  /// An object that holds the value of an override, or `nil` if this frame is not an override.
  package final var boundValue: AnyObject? { preparable }

  /// Returns the frame from which reads of a key start: this frame, except in ``InheritingFrame``.
  package func source(of record: AnyKeyRecord) -> Frame { self }

  /// Returns a copy of this frame on top of `parent`, or `parent` if there is nothing to copy.
  package func copy(over parent: Frame) -> Frame { parent }

  /// The next frame down the chain, or `nil` at the bottom.
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

/// A frame that binds no value: a root, an observer, an issue reporter, a pin, or a computation.
@usableFromInline package class ScopeFrame: Frame, @unchecked Sendable {
  /// The root of the whole chain.
  final let ownRoot: DependencyRoot
  /// The issue reporter and the observer that this frame adds, or `nil` if it adds none. The module
  /// `Dependence` defines the type of this object.
  package final let notes: (any AnyObject & Sendable)?
  /// The issue reporters and observers that this frame and all frames below it add.
  package final let allNotes: ScopeNoteList?
  /// Whether this frame or a frame below it has an observer.
  fileprivate final let isWatched: Bool
  /// Whether the scope is pinned. Reads from a pinned scope ignore the subtrees that a user
  /// interface has published, even if the scope overrides nothing.
  fileprivate final let isPinned: Bool
  // The nearest computation below this frame, or `nil` if there is none.
  private final let enclosing: Computation?

  /// The nearest computation. This is either this frame or a frame below it.
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

  /// Creates the frame of a computation above `beneath`. The computation itself retains `beneath`.
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
