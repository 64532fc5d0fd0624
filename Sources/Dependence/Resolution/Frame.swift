import Synchronization

/// One link of what a task-local binds: an override, a reporter, a resolution in progress, or at
/// the bottom the root. Holding a frame holds everything beneath it; binding it restores everything.
///
/// A frame never changes after it was made, except where a subclass says so.
@usableFromInline package class Frame: @unchecked Sendable {
  // Unchecked, because a class that is inherited from cannot be checked: its state is constant
  // but for one atomic.

  // What lies beneath, counted by hand: see `releaseParent`. Written when the frame is made, and when it ends, so
  // accesses cannot overlap.
  @exclusivity(unchecked) private final var parentReference: Unmanaged<Frame>?
  // None of these is counted: the frame at the bottom owns the root, records are immortal, a frame
  // beneath, the root or a subclass owns the observers, and a frame outlives those above it.
  private final let rootReference: Unmanaged<DependencyRoot>
  private final let recordReference: Unmanaged<AnyKeyRecord>?
  @usableFromInline final let observersReference: Unmanaged<ReadObservers>?
  /// The address of the nearest boundary, which may be this. Written in initialisers only.
  @exclusivity(unchecked) private final var boundaryAddress: UInt = 0
  // How many frames lie beneath, and how many overrides, this one included. Small, as there is one of
  // these for each override of a process.
  private final let frameCount: Int32
  private final let overrides: Int32
  /// Whether an operation of `withDependencies` lies beneath, or is this.
  final let isInsideOperation: Bool
  /// Whether a default is, or was, computed in a scope beneath this.
  final let isInsideResolution: Bool
  /// Whether reads are answered from here even if nothing is overridden: see ``PinnedFrame``.
  @usableFromInline final let isPinned: Bool
  /// Whether an index that starts above this frame must stop here.
  final let isBoundary: Bool

  /// What reads from here have found, and whatever else few frames have: see ``ReadMemo``. One word for all
  /// of it, because every scope makes and frees a frame.
  final let memo = Atomic<UInt>(0)

  /// What lies beneath; nil at a boundary.
  final var parent: Frame? { parentReference?.takeUnretainedValue() }
  /// The root of the whole chain.
  package final var root: DependencyRoot { rootReference.takeUnretainedValue() }
  /// What has become of the root: see ``RootGate``.
  final var gate: UnsafeMutablePointer<Atomic<UInt>> {
    @inline(always) get { rootReference._withUnsafeGuaranteedRef { $0.gate } }
  }
  /// What keeps the defaults that are read from here.
  final var cache: DefaultCache {
    @inline(always) get { rootReference._withUnsafeGuaranteedRef { $0.cache } }
  }
  /// Whether that is this cache.
  final func isCached(in cache: DefaultCache) -> Bool {
    rootReference._withUnsafeGuaranteedRef { $0.cache === cache }
  }
  /// Whether the test that owns the root has ended.
  final var isClosed: Bool { rootReference._withUnsafeGuaranteedRef { $0.isClosed } }
  /// The frame at the foot of this stretch of the chain.
  final var boundaryReference: Unmanaged<Frame> {
    unsafeBitCast(boundaryAddress, to: Unmanaged<Frame>.self)
  }
  /// The key that this frame overrides.
  final var record: AnyKeyRecord? { recordReference?.takeUnretainedValue() }
  /// Whether anybody watches what is read here.
  @inlinable final var isObserved: Bool {
    @inline(always) get { observersReference != nil }
  }
  /// Who watches what is read here; nil in an app.
  final var observers: ReadObservers? {
    observersReference?.takeUnretainedValue()
  }
  /// How many frames lie beneath.
  final var depth: Int { Int(frameCount) }
  /// How many overrides lie beneath, this one included.
  final var overrideCount: Int { Int(overrides) }

  init(root: DependencyRoot) {
    parentReference = nil
    rootReference = .passUnretained(root)
    frameCount = 0
    overrides = 0
    isInsideOperation = false
    isInsideResolution = false
    isPinned = false
    recordReference = nil
    observersReference = root.observers.map(Unmanaged.passUnretained)
    isBoundary = true
    boundaryAddress = address
  }

  /// - Parameter observers: Who watches, if that changes here.
  init(parent: Frame, isPinned: Bool = false, observers: ReadObservers? = nil) {
    parentReference = .passRetained(parent)
    rootReference = parent.rootReference
    recordReference = nil
    observersReference = observers.map(Unmanaged.passUnretained) ?? parent.observersReference
    boundaryAddress = parent.boundaryAddress
    frameCount = parent.frameCount &+ 1
    overrides = parent.overrides
    isInsideOperation = parent.isInsideOperation
    isInsideResolution = parent.isInsideResolution
    self.isPinned = isPinned || parent.isPinned
    isBoundary = false
  }

  // One for itself, because every scope makes such a frame, and no expressions but these, because nothing
  // else is as fast where it is not optimised.
  //
  /// - Parameters:
  ///   - record: The address of the key's record.
  ///   - parent: What lies beneath, which this frame takes over.
  @usableFromInline init(
    overriding record: UInt,
    over parent: Unmanaged<Frame>,
    isInsideOperation: Bool
  ) {
    let record = unsafeBitCast(record, to: Unmanaged<AnyKeyRecord>.self)
    record._withUnsafeGuaranteedRef { $0.assignOverrideSlot() }
    parentReference = parent
    recordReference = record
    isBoundary = false
    rootReference = parent._withUnsafeGuaranteedRef { $0.rootReference }
    observersReference = parent._withUnsafeGuaranteedRef { $0.observersReference }
    boundaryAddress = parent._withUnsafeGuaranteedRef { $0.boundaryAddress }
    frameCount = parent._withUnsafeGuaranteedRef { $0.frameCount } &+ 1
    overrides = parent._withUnsafeGuaranteedRef { $0.overrides } &+ 1
    let isBeneathOperation = parent._withUnsafeGuaranteedRef { $0.isInsideOperation }
    self.isInsideOperation = isInsideOperation || isBeneathOperation
    isInsideResolution = parent._withUnsafeGuaranteedRef { $0.isInsideResolution }
    isPinned = parent._withUnsafeGuaranteedRef { $0.isPinned }
  }

  /// A boundary with its own idea of what lies beneath.
  init(boundaryOver frame: Frame) {
    parentReference = nil
    rootReference = frame.rootReference
    frameCount = frame.frameCount + 1
    overrides = frame.overrides
    isInsideOperation = frame.isInsideOperation
    isInsideResolution = true
    isPinned = frame.isPinned
    recordReference = nil
    observersReference = frame.observersReference
    isBoundary = true
    boundaryAddress = address
  }

  deinit {
    let memo = memo.load(ordering: .acquiring)
    // Less is no address: nobody has read from here, or once.
    if memo > 1 { end(memo) }
    releaseParent()
  }

  private func end(_ memo: UInt) {
    if anchorsDefaults { root.cache.evictDefaults(builtOn: self) }
    let index = ReadMemo.annex(.index, of: memo).pointee.load(ordering: .acquiring)
    if index != 0 { unsafeBitCast(index, to: Unmanaged<FrameIndex>.self).release() }
    ReadMemo.free(memo)
  }

  /// Whether a default was built on this frame. Set, while somebody reads from above, before that is cached.
  final var anchorsDefaults: Bool {
    get {
      let memo = memo.load(ordering: .acquiring)
      return memo > 1 && ReadMemo.annex(.anchor, of: memo).pointee.load(ordering: .acquiring) != 0
    }
    set { ReadMemo.annex(.anchor, of: self).pointee.store(newValue ? 1 : 0, ordering: .releasing) }
  }

  /// Lets go of what lies beneath, one frame after the other: there may be more than a stack has room for.
  private func releaseParent() {
    var next = parentReference
    while let reference = next {
      var parent = reference.takeRetainedValue()
      guard isKnownUniquelyReferenced(&parent) else { return }
      next = parent.parentReference
      parent.parentReference = nil
    }
  }

  /// The next frame of the chain as a reader follows it.
  var outer: Frame? { parent }

  /// The value that this frame would install in a root.
  var preparable: Default? { nil }

  /// Who sees the issues of this scope first, if this frame says so.
  var reporter: (any IssueReporter)? { nil }

  /// What this frame is over another one; that frame itself, where there is nothing to take along.
  func copy(over parent: Frame) -> Frame { parent }

  /// Where a search for `record` that came this far goes on, past a frame that no index spans.
  func followed(to record: AnyKeyRecord) -> Frame? { nil }

  /// Where a search goes on that comes from a computation over this frame.
  ///
  /// - Parameter isAlone: Whether this is called under the lock of the root's cache.
  func searchBase(isAlone: Bool) -> Frame? { self }

  /// Notes that a key was read from above this frame, as far as anybody has to know.
  func note(_ record: AnyKeyRecord) {}

  /// Notes that these keys were read from above this frame, as far as anybody has to know.
  func note(_ keys: KeySet) {}

  /// The same under the lock of the root's cache.
  func noteAlone(_ keys: KeySet) {}
}

/// The bottom of a chain: it owns the root.
package final class RootFrame: Frame, @unchecked Sendable {
  private let ownedRoot: DependencyRoot

  package init(_ root: DependencyRoot) {
    ownedRoot = root
    super.init(root: root)
  }
}

/// A frame that binds one key to one value.
@usableFromInline final class OverrideFrame<Value: Sendable>: Frame, @unchecked Sendable {
  @usableFromInline let value: Value

  /// - Parameters:
  ///   - record: The address of the key's record.
  ///   - parent: What lies beneath, which this frame takes over.
  @inlinable init(
    _ record: UInt,
    _ value: Value,
    over parent: Unmanaged<Frame>,
    isInsideOperation: Bool
  ) {
    self.value = value
    super.init(overriding: record, over: parent, isInsideOperation: isInsideOperation)
  }

  override var preparable: Default? { DefaultValue(value, isPrepared: true) }

  override func copy(over parent: Frame) -> Frame {
    record.map { record in
      OverrideFrame(
        record.address,
        value,
        over: .passRetained(parent),
        isInsideOperation: isInsideOperation
      )
    } ?? parent
  }
}

/// A frame whose reporter sees the issues of its scope first.
final class ReporterFrame: Frame, @unchecked Sendable {
  private let ownReporter: any IssueReporter

  init(_ reporter: any IssueReporter, in parent: Frame) {
    ownReporter = reporter
    super.init(parent: parent)
  }

  override var reporter: (any IssueReporter)? { ownReporter }

  override func copy(over parent: Frame) -> Frame { ReporterFrame(ownReporter, in: parent) }
}
