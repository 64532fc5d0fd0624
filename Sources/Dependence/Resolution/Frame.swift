import Synchronization

/// One link of what a task-local binds: an override, or a ``ScopeFrame``. Holding a frame holds everything beneath it;
/// binding it restores everything.
///
/// A frame never changes after it was made, but for what reads from it have found.
@usableFromInline package class Frame: @unchecked Sendable {
  // Unchecked, because a class that is inherited from cannot be checked: its state is constant, but for atomics, and
  // for what is written before anybody else sees the frame, or after.

  /// The frame beneath; nil at the bottom, and in a computation, which says itself what lies there.
  @exclusivity(unchecked) private(set) final var parent: Frame?
  /// The nearest frame, beneath or this, that is no override. The chain keeps it.
  @exclusivity(unchecked) fileprivate(set) final var scope: Uncounted<ScopeFrame>!
  /// The key that this frame overrides; nil for frames of other kinds.
  package final let record: AnyKeyRecord?
  /// A bit for every key that is overridden here; several keys may share one: see ``AnyKeyRecord``.
  final let keys: UInt
  /// The number of frames beneath.
  final let depth: Int32
  /// True if an operation of `withDependencies` lies beneath, or is this.
  package final let isInsideOperation: Bool
  /// True if a default was built on this override, so that it goes with it.
  final let anchorsDefaults = Atomic<Bool>(false)
  /// The answers that reads from here have found: see ``ReadMemo``.
  final let memo = Atomic<UInt>(0)
  final var knownMemo: UInt { @inline(always) get { memo.load(ordering: .acquiring) } }

  fileprivate init(over parent: Frame?, keys: UInt, depth: Int32, isInsideOperation: Bool) {
    self.parent = parent
    self.keys = keys
    self.depth = depth
    self.isInsideOperation = isInsideOperation
    record = nil
  }

  @usableFromInline init(
    overriding record: AnyKeyRecord,
    over parent: Frame,
    isInsideOperation: Bool
  ) {
    self.parent = parent
    self.record = record
    scope = parent.scope
    keys = parent.keys | record.bit
    depth = parent.depth &+ 1
    self.isInsideOperation = isInsideOperation || parent.isInsideOperation
  }

  deinit {
    let memo = memo.load(ordering: .acquiring)
    if memo > 1 { ReadMemo.free(memo) }
    if anchorsDefaults.load(ordering: .acquiring) { root.cache.evictDefaults(builtOn: self) }
    // One frame after the other: there may be more than a stack has room for.
    var next = parent.take()
    while next != nil, isKnownUniquelyReferenced(&next) { next = next?.parent.take() }
  }

  /// The value that this frame would install in a root.
  var preparable: Default? { nil }

  /// An object that holds the value to which this frame binds its key, or `nil` if the frame binds none.
  package final var boundValue: AnyObject? { preparable }

  /// The frame that answers reads of a key from here.
  package func source(of record: AnyKeyRecord) -> Frame { self }

  /// A copy of this frame over another one; that one, where there is nothing to take along.
  package func copy(over parent: Frame) -> Frame { parent }
}

/// A frame that binds one key to one value.
@usableFromInline final class OverrideFrame<Value: Sendable>: Frame, @unchecked Sendable {
  @usableFromInline let value: Value

  @usableFromInline init(
    _ record: AnyKeyRecord,
    _ value: Value,
    over parent: Frame,
    isInsideOperation: Bool
  ) {
    self.value = value
    super.init(overriding: record, over: parent, isInsideOperation: isInsideOperation)
  }

  override var preparable: Default? { DefaultValue(value, isPrepared: true) }

  override func copy(over parent: Frame) -> Frame {
    guard let record else { return parent }
    return OverrideFrame(record, value, over: parent, isInsideOperation: isInsideOperation)
  }
}

/// A frame that says more of a scope than what is overridden: its root, a reporter, an observer, a pin, a computation.
@usableFromInline package class ScopeFrame: Frame, @unchecked Sendable {
  /// The root of the whole chain.
  final let ownRoot: DependencyRoot
  /// The reporter that sees the issues of this scope first.
  final let reporter: (any IssueReporter)?
  /// Everybody who watches what is read here, outermost first; empty in an app.
  final let observers: [any ReadObserver]
  /// True if there is an observer. Asking the array takes four times as long where nothing is optimised.
  fileprivate final let isWatched: Bool
  /// True if reads are answered from here even if nothing is overridden: what was nothing stays nothing, whatever a
  /// user interface publishes later.
  final let isPinned: Bool
  /// The observer that this frame adds.
  package final let observer: (any ReadObserver)?
  // The nearest computation beneath.
  private let enclosing: Computation?

  /// The nearest computation, beneath or this, which notes what is read as long as it goes on.
  var computation: Computation? { enclosing }

  fileprivate init(bottomOf root: DependencyRoot) {
    ownRoot = root
    observers = root.observers
    isWatched = !observers.isEmpty
    (reporter, observer, enclosing, isPinned) = (nil, nil, nil, false)
    super.init(over: nil, keys: 0, depth: 0, isInsideOperation: false)
    scope = Uncounted(self)
  }

  package convenience init(
    over parent: Frame,
    reporter: (any IssueReporter)? = nil,
    observer: (any ReadObserver)? = nil,
    isPinned: Bool = false
  ) {
    self.init(above: parent, parent, reporter, observer, isPinned)
  }

  /// - Parameter parent: What lies beneath, unless the frame says itself what does.
  init(
    above beneath: Frame,
    _ parent: Frame?,
    _ reporter: (any IssueReporter)?,
    _ observer: (any ReadObserver)?,
    _ isPinned: Bool
  ) {
    let outer = beneath.scope.object
    ownRoot = outer.ownRoot
    observers = observer.map { outer.observers + [$0] } ?? outer.observers
    isWatched = !observers.isEmpty
    self.isPinned = isPinned || outer.isPinned
    (self.reporter, self.observer, enclosing) = (reporter, observer, outer.computation)
    super.init(
      over: parent,
      keys: beneath.keys,
      depth: beneath.depth &+ 1,
      isInsideOperation: beneath.isInsideOperation
    )
    scope = Uncounted(self)
  }

  override package func copy(over parent: Frame) -> Frame {
    ScopeFrame(over: parent, reporter: reporter, observer: observer, isPinned: isPinned)
  }
}

/// The bottom of a chain: it owns the root.
package final class RootFrame: ScopeFrame, @unchecked Sendable {
  package init(_ root: DependencyRoot) {
    super.init(bottomOf: root)
  }
}

// MARK: - What a scope says

extension Frame {
  /// The root of the whole chain.
  package final var root: DependencyRoot { scope.look { $0.ownRoot } }
  /// True if anybody watches what is read here.
  @usableFromInline final var isObserved: Bool { scope.look { $0.isWatched } }
  /// True if no subtree that a user interface publishes answers reads from here.
  final var answersItself: Bool { keys != 0 || scope.look { $0.isPinned } }
  /// True if a default is, or was, computed in a scope beneath this.
  final var isInsideComputation: Bool { scope.look { $0.computation != nil } }

  /// The next frame of the chain as a reader follows it.
  package final var outer: Frame? { parent ?? (self as? Computation)?.beneath }

  /// True if `body` says so of a reporter of this scope, innermost first.
  final func hasReporter(where body: (any IssueReporter) -> Bool) -> Bool {
    var next: ScopeFrame? = scope.object
    while let scope = next {
      if let reporter = scope.reporter, body(reporter) { return true }
      next = scope.outer?.scope.object
    }
    return false
  }
}
