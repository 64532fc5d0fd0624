import Synchronization

/// A node in the linked list (the chain) that represents a scope. A scope determines the values of
/// dependencies for the code that runs in it. Each frame either overrides one dependency or is a
/// ``ScopeFrame``, which overrides nothing.
///
/// The innermost frame is at the top of the chain, and the root's frame is at the bottom. For
/// example, a `withDependencies` call that overrides two keys adds two frames at the top. Each
/// frame retains the frames below it, so a reference to the top frame keeps the whole scope alive.
/// While code runs in the scope, the task-local variable ``Bound/frame`` contains the top frame.
/// Frames are immutable, except that they cache the results of reads.
@usableFromInline package class Frame: Holder, @unchecked Sendable {
  // This class is `@unchecked Sendable` because the compiler can verify the conformance only of
  // final classes. Its stored properties are constants, atomics, and variables that are written
  // only in `init` and `deinit`, while no other thread can access the frame.

  /// The next frame toward the bottom of the chain that forms the scope, or `nil` if this is the
  /// bottom frame or a ``Computation``. A computation stores the next frame in
  /// ``Computation/beneath`` instead, because that frame changes when the computation ends.
  @exclusivity(unchecked) package private(set) final var parent: Frame?
  /// This frame if it is a ``ScopeFrame`` (a frame that overrides nothing), and otherwise the
  /// nearest ``ScopeFrame`` below it in the chain. The reference does not retain that frame,
  /// because a frame already retains all frames below it.
  @exclusivity(unchecked) private final var nearest: Uncounted<ScopeFrame>!
  /// The metadata record of the key that this frame overrides, or `nil` if this frame is not an
  /// override. It is not retained, because records are never deallocated.
  private final let overridden: Uncounted<AnyKeyRecord>?
  /// The union of the ``AnyKeyRecord/bit`` values of all keys overridden in this frame's scope. If
  /// a key's bit is clear, the key is not overridden, so the scope's frames need not be searched.
  /// If the bit is set, they must be searched, because several keys can share a bit.
  package final let keys: UInt
  /// This frame's position in the chain that forms the scope: 0 for the bottom frame, and one more
  /// for each frame above it.
  package final let depth: Int32
  /// Whether this frame's scope contains an override assigned in a `withDependencies` call. Calling
  /// `prepareDependencies` in such a scope is an error.
  package final let isInsideOperation: Bool
  /// Whether any cached default value depends on this override. If so, those default values are
  /// removed from the cache when the override is deallocated.
  final let anchorsDefaults = Atomic<Bool>(false)
  /// The address of the table that caches the results of reads from this frame. The second read
  /// creates the table, because most frames are read from at most once. Before that, the value is
  /// 0, or 1 after the first read: see ``ReadMemo``. Reads whose results cannot be cached do not
  /// count.
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
    // Release the frames below this one in a loop, because releasing a long chain recursively could
    // overflow the stack.
    var next = parent.take()
    while next != nil, isKnownUniquelyReferenced(&next) { next = next?.parent.take() }
  }

  package final var record: AnyKeyRecord? { overridden?.object }
  package final var scope: ScopeFrame { nearest.object }
  package final var root: DependencyRoot { nearest.withObject { $0.ownRoot } }
  /// Whether reads in scopes without overrides must take a slower path: see
  /// ``DependencyRoot/hasChanged``. This property does not retain the root that stores the value,
  /// so concurrent tasks do not contend for the root's reference count.
  final var rootHasChanged: Bool { nearest.withObject { $0.ownRoot.hasChanged } }
  final var rootIsOfSuite: Bool { nearest.withObject { $0.ownRoot.isOfSuite } }
  /// Whether an observer, such as the one for strict mode, is notified when code in this frame's
  /// scope reads a dependency.
  @usableFromInline package final var isObserved: Bool { nearest.withObject { $0.isWatched } }

  /// Records that a closure is about to assign overrides in this scope: see
  /// ``DependencyRoot/beginAssignment()``.
  ///
  /// - Returns: Whether the scope has observers, which must be notified of the overrides.
  @discardableResult
  @usableFromInline package final func beginAssignment() -> Bool {
    nearest.withObject { scope in
      scope.ownRoot.beginAssignment()
      return scope.isWatched
    }
  }

  @usableFromInline package final func endAssignment() {
    nearest.withObject { $0.ownRoot.endAssignment() }
  }

  /// Whether reads from this frame ignore the overrides that a user interface has published for its
  /// views. This is the case if the scope has an override of its own, even of another key, or if it
  /// was created to ignore the published overrides.
  package final var ignoresPublishedSubtrees: Bool {
    keys != 0 || nearest.withObject { $0.isPinned }
  }
  /// The innermost ``Computation`` among the scope's frames, or `nil` if there is none. The
  /// computation may have ended already while a task that it started is still running.
  final var nearestComputation: Computation? { nearest.withObject { $0.computation } }
  package final var isInsideComputation: Bool { nearest.withObject { $0.computation != nil } }
  /// Whether the current code computes the default value of a key, or the value of a `Lazy` or
  /// factory that such a default value has created. If several computations are nested, only the
  /// innermost one is considered. This is `false` while a module creates a value, and in tasks that
  /// the computation has started.
  package final var isInsideDefaultOfKey: Bool {
    guard let computation = nearestComputation else { return false }
    return computation.provider.belongsToKey && computation.thread == currentThread()
      && !computation.isFinished.load(ordering: .acquiring)
  }

  /// The value of this override, wrapped in a ``Default`` that `prepareDependencies` can install in
  /// the cache, or `nil` if this frame is not an override.
  package var preparable: Default? { nil }

  /// Returns the frame that code in this frame's scope must read a dependency from. This is the
  /// frame itself, unless it is an ``InheritingFrame``, which chooses between the reader's scope
  /// and the scope where the owner of the property being read was created.
  ///
  /// - Parameters:
  ///   - record: The metadata record that identifies the dependency.
  ///   - getDefault: A function that returns the default value in the scope of a frame, or `nil` if
  ///     the dependency has no default. An ``InheritingFrame`` calls this function if no frame
  ///     overrides the dependency.
  package func source(of record: AnyKeyRecord, getDefault: (Frame) -> Default?) -> Frame { self }

  /// Returns the frame that code in this frame's scope must read a key from. This is the frame
  /// itself, unless it is an ``InheritingFrame``, which chooses between the reader's scope and the
  /// scope where the owner of the property being read was created.
  package final func source(of record: AnyKeyRecord, at location: ReadLocation) -> Frame {
    source(of: record) { frame in
      frame.root.cache.value(for: record, from: frame, readAt: location, marksRead: false)
    }
  }

  /// Returns a copy of this frame whose parent is `parent`, so that another scope has the same
  /// override, issue reporter or other effect. Returns `parent` itself if this frame has no effect
  /// on a scope.
  package func copy(over parent: Frame) -> Frame { parent }

  /// The next frame toward the bottom of the chain that forms the scope, or `nil` if this is the
  /// bottom frame.
  package final var outer: Frame? { parent ?? (self as? Computation)?.beneath }
}

/// A frame (a link in the chain that forms a scope) that overrides one key with a value.
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

/// A frame that overrides nothing but has another effect on its scope. For example, it adds an
/// observer or issue reporter, or marks the computation of a default value.
@usableFromInline package class ScopeFrame: Frame, @unchecked Sendable {
  /// The object that owns the cached defaults of the test or process that the scope belongs to.
  final let ownRoot: DependencyRoot
  /// The issue reporter and the observer that this frame adds to its scope, or `nil` if it adds
  /// neither. The type of this object is declared in the module `Dependence`, which this module
  /// cannot import.
  package final let handlers: (any AnyObject & Sendable)?
  /// The issue reporters and observers of this frame's scope, or `nil` if there are none.
  package final let allHandlers: ScopeHandlerList?
  /// Whether this frame's scope has an observer that is notified of reads.
  fileprivate final let isWatched: Bool
  /// Whether reads from this scope ignore overrides that a user interface has published, even if
  /// the scope itself overrides nothing.
  fileprivate final let isPinned: Bool
  /// The nearest ``Computation`` below this frame, that is, closer to the bottom of the chain that
  /// forms the scope. This is `nil` if there is none, or if this frame is a computation itself.
  private final let enclosing: Computation?

  /// The frame that marks the innermost computation of a default value in this scope. It is this
  /// frame itself or one below it in the chain, or `nil` if there is no such frame.
  var computation: Computation? { enclosing }

  fileprivate init(bottomOf root: DependencyRoot) {
    ownRoot = root
    isWatched = root.isWatched
    (handlers, allHandlers, enclosing, isPinned) = (nil, nil, nil, false)
    super.init(over: nil, keys: 0, depth: 0, isInsideOperation: false)
    becomeScope(self)
  }

  package init(
    over parent: Frame,
    handlers: (any AnyObject & Sendable)? = nil,
    isWatched: Bool = false,
    isPinned: Bool = false
  ) {
    let outer = parent.scope
    ownRoot = outer.ownRoot
    self.handlers = handlers
    allHandlers = handlers.map { ScopeHandlerList($0, outer.allHandlers) } ?? outer.allHandlers
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

  /// Creates the frame that marks the computation of a default value. In the chain, the new frame
  /// is above `beneath`. However, it has no ``parent`` that would keep `beneath` alive, so the
  /// subclass must store a strong reference to `beneath`.
  init(computationAbove beneath: Frame) {
    let outer = beneath.scope
    ownRoot = outer.ownRoot
    (handlers, allHandlers) = (nil, outer.allHandlers)
    isWatched = outer.isWatched
    // The value is cached for all code that uses it, so overrides that a user interface publishes for
    // some of its views must not affect it.
    isPinned = true
    enclosing = nil
    // In a test, set the bits of all keys, so that every read searches for overrides. The test's
    // traits can override further keys after the new value has been computed, and a scope that the
    // value captures must see these overrides, too.
    super.init(
      over: nil,
      keys: ownRoot.isTested ? .max : beneath.keys,
      depth: beneath.depth &+ 1,
      isInsideOperation: beneath.isInsideOperation
    )
    becomeScope(self)
  }

  override package func copy(over parent: Frame) -> Frame {
    ScopeFrame(
      over: parent,
      handlers: handlers,
      isWatched: handlers != nil && isWatched,
      isPinned: isPinned
    )
  }
}

/// A linked list of the issue reporters and observers added by a chain of frames, innermost first.
package final class ScopeHandlerList: Sendable {
  package let handlers: any AnyObject & Sendable
  package let next: ScopeHandlerList?

  fileprivate init(_ handlers: any AnyObject & Sendable, _ next: ScopeHandlerList?) {
    (self.handlers, self.next) = (handlers, next)
  }
}

/// The frame at the bottom of a scope's chain of frames. It retains the root, which owns the cached
/// defaults of the test or process that the scope belongs to.
package final class RootFrame: ScopeFrame, @unchecked Sendable {
  private let isTemporary: Bool

  package init(_ root: DependencyRoot) {
    isTemporary = false
    super.init(bottomOf: root)
  }

  /// Creates an additional bottom frame for `root`. Releasing this frame does not free the root's
  /// default values, because other frames of the root may still exist.
  package init(temporaryBottomOf root: DependencyRoot) {
    isTemporary = true
    super.init(bottomOf: root)
  }

  /// Frees the default values of a test that has ended. A value that has captured its scope would
  /// otherwise retain itself through the root and its cache. The values must not be freed before
  /// the last scope of the test is released, because a task may still be reading from that scope.
  deinit {
    if !isTemporary, ownRoot.isClosed { ownRoot.cache.removeComputed() }
  }
}
