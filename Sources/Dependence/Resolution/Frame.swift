import Synchronization

/// One link of what a task-local binds: an override, a reporter, a resolution in progress, or at
/// the bottom the root. Holding a frame holds everything beneath it; binding it restores everything.
///
/// A frame never changes after it was made, except where a subclass says so.
@usableFromInline package class Frame: @unchecked Sendable {
  // Unchecked, because a class that is inherited from cannot be checked: its state is constant
  // but for one atomic.

  // What lies beneath, counted by hand: see `deinit`. Written when the frame is made, and when it ends, so
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

// MARK: - Finding an override

extension Frame {
  /// The innermost override of `record`, if there is one.
  ///
  /// - Complexity: O(1), amortised over reads: at most eight links and one look into an index for
  ///   each resolution that encloses this frame.
  final func override<Value>(of record: KeyRecord<Value>) -> OverrideFrame<Value>? {
    anyOverride(of: record).map { unsafeDowncast($0, to: OverrideFrame<Value>.self) }
  }

  final func anyOverride(of record: AnyKeyRecord) -> Frame? {
    if record.overrideSlot < 0 {
      // Nobody has ever overridden it. Whatever is computed farther out gets to know when this has ended.
      if isInsideResolution { boundaryReference._withUnsafeGuaranteedRef { $0.note(record) } }
      return nil
    }
    var start: Frame? = self
    while let current = start {
      if let found = current.search(for: record) { return found }
      start = current.boundaryReference._withUnsafeGuaranteedRef { $0.followed(to: record) }
    }
    return nil
  }

  /// Whether nothing seen from here overrides any of these keys.
  final func overridesNone(of keys: KeySet) -> Bool {
    if overrideCount > 0, OverriddenKeys.contain(anyOf: keys),
      OverriddenKeys.among(keys).contains(where: { anyOverride(of: $0) != nil })
    {
      return false
    }
    noteReads(keys)
    return true
  }

  /// Has whatever is being computed beneath know that these keys were read from here.
  final func noteReads(_ keys: KeySet) {
    if isInsideResolution { boundaryReference._withUnsafeGuaranteedRef { $0.note(keys) } }
  }

  /// The same under the lock of the root's cache.
  final func noteReadsAlone(_ keys: KeySet) {
    if isInsideResolution { boundaryReference._withUnsafeGuaranteedRef { $0.noteAlone(keys) } }
  }

  /// The frame at the foot of this stretch of the chain.
  private var boundaryReference: Unmanaged<Frame> {
    unsafeBitCast(boundaryAddress, to: Unmanaged<Frame>.self)
  }

  private func search(for record: AnyKeyRecord) -> Frame? {
    var frame = self
    while true {
      if frame.record === record { return frame }
      if frame.isBoundary { return nil }
      // Not of the frame where the search starts, unless it is there: scopes come and go on top of others
      // that stay.
      if frame.depth % FrameIndex.stride == 0, let index = frame.index(making: frame !== self) {
        return index[record]
      }
      guard let parent = frame.parent else { return nil }
      frame = parent
    }
  }

  /// The index of everything from here down to the next boundary: the one that a search has already made, or
  /// one that is made now.
  fileprivate final func index(making: Bool) -> FrameIndex? {
    let memo = memo.load(ordering: .acquiring)
    if memo > 1 {
      let known = ReadMemo.annex(.index, of: memo).pointee.load(ordering: .acquiring)
      if known != 0 { return unsafeBitCast(known, to: FrameIndex.self) }
    }
    guard making, depth % FrameIndex.stride == 0, !isBoundary else { return nil }
    let made = Unmanaged.passRetained(FrameIndex(from: self))
    let (isFirst, winner) = ReadMemo.annex(.index, of: self).pointee.compareExchange(
      expected: 0,
      desired: UInt(bitPattern: made.toOpaque()),
      ordering: .acquiringAndReleasing
    )
    if isFirst { return made.takeUnretainedValue() }
    made.release()
    return unsafeBitCast(winner, to: FrameIndex.self)
  }
}

/// A stretch of the chain as a table: key's slot → innermost frame that overrides it.
///
/// Its entries are unowned. Each lies at or beneath the frame that owns the index, and so lives at
/// least as long.
private final class FrameIndex {
  /// Every how many links a chain is flattened.
  static let stride = 8

  private var slots: [Unmanaged<Frame>?] = []

  init(from top: Frame) {
    var overrides: [Frame] = []
    var frame = top
    while true {
      if frame !== top, let beneath = frame.index(making: false) {
        slots = beneath.slots
        break
      }
      if frame.record != nil { overrides.append(frame) }
      guard !frame.isBoundary, let parent = frame.parent else { break }
      frame = parent
    }
    for override in overrides.reversed() {
      guard let slot = override.record?.overrideSlot else { continue }
      if slot >= slots.count {
        slots.append(contentsOf: repeatElement(nil, count: slot + 1 - slots.count))
      }
      slots[slot] = Unmanaged.passUnretained(override)
    }
  }

  subscript(record: AnyKeyRecord) -> Frame? {
    let slot = record.overrideSlot
    guard slot < slots.count else { return nil }
    return slots[slot]?.takeUnretainedValue()
  }
}
