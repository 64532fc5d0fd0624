import Synchronization

/// One link of the chain that a scope consists of: an override, or a ``ScopeFrame``.
///
/// The frames of a chain are said to lie on top of each other: the innermost scope is at the top, and the root's frame is
/// at the bottom. A frame retains all frames below it, so retaining one frame keeps a whole scope alive, and binding it
/// restores that scope. Frames do not change after they were created, except for the memo of what reads have found.
@usableFromInline package class Frame: Holder, @unchecked Sendable {
  // Unchecked, because a class with subclasses cannot be checked. The state is constant, apart from atomics and fields
  // that are written only while no other thread can see the frame: in the initializer and in `deinit`.

  /// The frame below, or `nil` for a root's bottom and for a computation, which keeps the frame below itself.
  @exclusivity(unchecked) package private(set) final var parent: Frame?
  /// The nearest frame that is not an override: this frame, or one below it, which the chain keeps alive.
  @exclusivity(unchecked) private final var nearest: Uncounted<ScopeFrame>!
  /// The key that this frame overrides, or `nil` for other kinds of frames. Records are immortal.
  private final let overridden: Uncounted<AnyKeyRecord>?
  /// The bits of all keys that this frame or a frame below overrides: see ``AnyKeyRecord/bit``.
  package final let keys: UInt
  /// The number of frames below.
  package final let depth: Int32
  /// Whether this frame, or one below, belongs to an operation of `withDependencies`.
  package final let isInsideOperation: Bool
  /// Whether a default was built on this override. Such a default is evicted when the override goes away.
  final let anchorsDefaults = Atomic<Bool>(false)
  /// The address of the memo, or one of the special values of ``ReadMemo``.
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
    // One frame after the other, because recursion could overflow the stack.
    var next = parent.take()
    while next != nil, isKnownUniquelyReferenced(&next) { next = next?.parent.take() }
  }

  package final var record: AnyKeyRecord? { overridden?.object }
  package final var scope: ScopeFrame { nearest.object }
  package final var root: DependencyRoot { nearest.look { $0.ownRoot } }
  /// Whether reads from here are observed.
  @usableFromInline package final var isObserved: Bool { nearest.look { $0.isWatched } }
  /// Whether no subtree that a user interface has published can answer reads from here.
  package final var answersItself: Bool { keys != 0 || nearest.look { $0.isPinned } }
  /// The computation of a default that this scope is part of.
  final var nearestComputation: Computation? { nearest.look { $0.computation } }
  package final var isInsideComputation: Bool { nearest.look { $0.computation != nil } }

  /// The default that `prepareDependencies` installs for the value of this frame.
  package var preparable: Default? { nil }

  /// An object that holds the value to which this frame binds its key, or `nil` if the frame binds none.
  package final var boundValue: AnyObject? { preparable }

  /// The frame that reads of a key start from.
  package func source(of record: AnyKeyRecord) -> Frame { self }

  /// A copy of this frame on top of another one, or that other frame if there is nothing to copy.
  package func copy(over parent: Frame) -> Frame { parent }

  /// The next frame of the chain.
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

/// A frame that changes something other than a value: the root, an observer, an issue reporter, a pin, or a computation.
@usableFromInline package class ScopeFrame: Frame, @unchecked Sendable {
  /// The root of the whole chain.
  final let ownRoot: DependencyRoot
  /// The issue reporter and the observer that this frame adds: an object of the module `Dependence`.
  package final let notes: (any AnyObject & Sendable)?
  /// The notes of this frame and of all frames below.
  package final let allNotes: ScopeNoteList?
  /// Whether this frame or one below has an observer.
  fileprivate final let isWatched: Bool
  /// Whether reads are answered from here although nothing is overridden.
  fileprivate final let isPinned: Bool
  // The nearest computation below.
  private final let enclosing: Computation?

  /// The nearest computation: this frame, or one below it.
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

  /// A computation above a frame, which the computation keeps itself.
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

/// The notes of several frames, innermost first.
package final class ScopeNoteList: Sendable {
  package let notes: any AnyObject & Sendable
  package let next: ScopeNoteList?

  fileprivate init(_ notes: any AnyObject & Sendable, _ next: ScopeNoteList?) {
    (self.notes, self.next) = (notes, next)
  }
}

/// The bottom of a chain. It owns the root.
package final class RootFrame: ScopeFrame, @unchecked Sendable {
  package init(_ root: DependencyRoot) {
    super.init(bottomOf: root)
  }
}
