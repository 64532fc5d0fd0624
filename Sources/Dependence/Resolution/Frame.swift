import Synchronization

/// One link of what a task-local binds: an override, a reporter, a resolution in progress, or at
/// the bottom the root. Holding a frame holds everything beneath it; binding it restores everything.
///
/// A frame never changes after it was made, except where a subclass says so.
@usableFromInline package class Frame: @unchecked Sendable {
  // Unchecked, because a class that is inherited from cannot be checked: its state is constant
  // but for three atomics.

  /// What lies beneath; nil at a boundary.
  final let parent: Frame?
  // None of these is counted: the frame at the bottom owns the root, records are immortal, a frame
  // beneath, the root or a subclass owns the observers, and a frame outlives those above it.
  private final let rootReference: Unmanaged<DependencyRoot>
  private final let recordReference: Unmanaged<AnyKeyRecord>?
  private final let observersReference: Unmanaged<ReadObservers>?
  /// The address of the nearest boundary, which may be this. Written in initialisers only.
  private final var boundaryAddress: UInt = 0
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

  // Set, while somebody reads from above this frame, before a default that was built on it is cached.
  final let anchorsDefaults = Atomic<Bool>(false)
  // Set once by compare-and-exchange, freed with the frame.
  private let index = Atomic<UnsafeRawPointer?>(nil)
  /// What reads from here have found: see ``ReadMemo``.
  final let memo = Atomic<UInt>(ReadMemo.none)

  /// The root of the whole chain.
  package final var root: DependencyRoot { rootReference.takeUnretainedValue() }
  /// The key that this frame overrides.
  final var record: AnyKeyRecord? { recordReference?.takeUnretainedValue() }
  /// Whether anybody watches what is read here.
  @usableFromInline final var isObserved: Bool { observersReference != nil }
  /// Who watches what is read here; nil in an app.
  final var observers: ReadObservers? {
    observersReference?.takeUnretainedValue()
  }
  /// How many frames lie beneath.
  final var depth: Int { Int(frameCount) }
  /// How many overrides lie beneath, this one included.
  final var overrideCount: Int { Int(overrides) }

  init(root: DependencyRoot) {
    parent = nil
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

  @usableFromInline init(
    parent: Frame,
    overriding record: AnyKeyRecord? = nil,
    isInsideOperation: Bool = false,
    isPinned: Bool = false,
    observers: ReadObservers? = nil
  ) {
    self.parent = parent
    self.isPinned = isPinned || parent.isPinned
    observersReference = observers.map(Unmanaged.passUnretained) ?? parent.observersReference
    isBoundary = false
    boundaryAddress = parent.boundaryAddress
    rootReference = parent.rootReference
    frameCount = parent.frameCount + 1
    overrides = parent.overrides + (record == nil ? 0 : 1)
    self.isInsideOperation = isInsideOperation || parent.isInsideOperation
    isInsideResolution = parent.isInsideResolution
    recordReference = record.map(Unmanaged.passUnretained)
  }

  /// A boundary with its own idea of what lies beneath.
  init(boundaryOver frame: Frame) {
    parent = nil
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
    if anchorsDefaults.load(ordering: .acquiring) { root.cache.evictDefaults(builtOn: self) }
    if let index = index.load(ordering: .acquiring) {
      Unmanaged<FrameIndex>.fromOpaque(index).release()
    }
    ReadMemo.free(memo.load(ordering: .acquiring))
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

  /// Notes that these keys were read from above this frame, as far as anybody has to know.
  func note(_ keys: KeySet) {}
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

  @inlinable init(
    _ record: KeyRecord<Value>,
    _ value: Value,
    over parent: Frame,
    isInsideOperation: Bool
  ) {
    record.assignOverrideSlot()
    self.value = value
    super.init(parent: parent, overriding: record, isInsideOperation: isInsideOperation)
  }

  override var preparable: Default? { DefaultValue(value, isPrepared: true) }

  override func copy(over parent: Frame) -> Frame {
    record.map { record in
      OverrideFrame(
        unsafeDowncast(record, to: KeyRecord<Value>.self),
        value,
        over: parent,
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
    var start: Frame? = self
    while let current = start {
      if record.overrideSlot >= 0, let found = current.search(for: record) { return found }
      start = current.boundary.followed(to: record)
    }
    return nil
  }

  /// Whether nothing seen from here overrides any of these keys.
  final func overridesNone(of keys: KeySet) -> Bool {
    if overrideCount > 0,
      OverriddenKeys.among(keys).contains(where: { anyOverride(of: $0) != nil })
    {
      return false
    }
    noteReads(keys)
    return true
  }

  /// Has whatever is being computed beneath know that these keys were read from here.
  final func noteReads(_ keys: KeySet) {
    if isInsideResolution { boundary.note(keys) }
  }

  /// The frame at the foot of this stretch of the chain.
  private var boundary: Frame { unsafeBitCast(boundaryAddress, to: Frame.self) }

  private func search(for record: AnyKeyRecord) -> Frame? {
    var frame = self
    while true {
      if frame.record === record { return frame }
      if frame.isBoundary { return nil }
      if frame.depth % FrameIndex.stride == 0 { return frame.flattened[record] }
      guard let parent = frame.parent else { return nil }
      frame = parent
    }
  }

  /// The index of everything from here down to the next boundary, made at the first read.
  private var flattened: FrameIndex { index(reusing: true) }

  private final func index(reusing: Bool) -> FrameIndex {
    if let known = knownIndex { return known }
    let made = Unmanaged.passRetained(FrameIndex(from: self, reusing: reusing))
    let (isFirst, winner) = index.compareExchange(
      expected: nil,
      desired: UnsafeRawPointer(made.toOpaque()),
      ordering: .acquiringAndReleasing
    )
    guard !isFirst, let winner else { return made.takeUnretainedValue() }
    made.release()
    return Unmanaged<FrameIndex>.fromOpaque(winner).takeUnretainedValue()
  }

  /// The index that a read has already made here, or that is made now where one may be.
  fileprivate final func index(making: Bool) -> FrameIndex? {
    if let knownIndex { return knownIndex }
    // One alone, and not one for each stretch down to the bottom.
    guard making, depth % FrameIndex.stride == 0, !isBoundary else { return nil }
    return index(reusing: false)
  }

  /// The index that a read has already made here.
  fileprivate final var knownIndex: FrameIndex? {
    index.load(ordering: .acquiring).map {
      Unmanaged<FrameIndex>.fromOpaque($0).takeUnretainedValue()
    }
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

  /// - Parameter reusing: Whether to make the index beneath as well, where there is none: scopes come and
  ///   go on top of others that stay.
  init(from top: Frame, reusing: Bool = true) {
    var overrides: [Frame] = []
    var frame = top
    while true {
      if frame !== top, let beneath = frame.index(making: reusing) {
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
