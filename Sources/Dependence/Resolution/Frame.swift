import Synchronization

/// One link of what a task-local binds: an override, a reporter, a resolution in progress, or at
/// the bottom the root. Holding a frame holds everything beneath it; binding it restores everything.
///
/// A frame never changes after it was made, except where a subclass says so.
package class Frame: @unchecked Sendable {
  // Unchecked, because a class that is inherited from cannot be checked: its state is constant
  // but for two atomics.

  /// What lies beneath; nil at a boundary.
  final let parent: Frame?
  /// The root of the whole chain. Unowned, because the frame at the bottom owns it.
  package final unowned(unsafe) let root: DependencyRoot
  /// How many frames lie beneath.
  final let depth: Int
  /// How many overrides lie beneath, this one included.
  final let overrideCount: Int
  /// Whether an operation of `withDependencies` lies beneath, or is this.
  final let isInsideOperation: Bool
  /// Whether a default is, or was, computed in a scope beneath this.
  final let isInsideResolution: Bool
  /// The key that this frame overrides.
  final let record: AnyKeyRecord?
  /// Who watches what is read here; nil in an app. Unowned, because a frame beneath, or the root, or
  /// a subclass owns it.
  final unowned(unsafe) let observers: ReadObservers?
  /// Whether an index that starts above this frame must stop here.
  final let isBoundary: Bool
  /// The nearest boundary beneath; nil for the bottom. Unowned: a frame outlives those above it.
  private final unowned(unsafe) let nextBoundary: Frame?

  // Set once by compare-and-exchange, freed with the frame.
  private let index = Atomic<UnsafeRawPointer?>(nil)
  // Set, while somebody reads from above this frame, before a default that was built on it is cached.
  final let anchorsDefaults = Atomic<Bool>(false)

  init(root: DependencyRoot) {
    parent = nil
    self.root = root
    depth = 0
    overrideCount = 0
    isInsideOperation = false
    isInsideResolution = false
    record = nil
    observers = root.observers
    isBoundary = true
    nextBoundary = nil
  }

  init(
    parent: Frame,
    overriding record: AnyKeyRecord? = nil,
    isInsideOperation: Bool = false,
    observers: ReadObservers? = nil
  ) {
    self.parent = parent
    self.observers = observers ?? parent.observers
    isBoundary = false
    nextBoundary = parent.isBoundary ? parent : parent.nextBoundary
    root = parent.root
    depth = parent.depth + 1
    overrideCount = parent.overrideCount + (record == nil ? 0 : 1)
    self.isInsideOperation = isInsideOperation || parent.isInsideOperation
    isInsideResolution = parent.isInsideResolution
    self.record = record
  }

  /// A boundary with its own idea of what lies beneath.
  init(boundaryOver frame: Frame) {
    parent = nil
    root = frame.root
    depth = frame.depth + 1
    overrideCount = frame.overrideCount
    isInsideOperation = frame.isInsideOperation
    isInsideResolution = true
    record = nil
    observers = frame.observers
    isBoundary = true
    nextBoundary = nil
  }

  deinit {
    if anchorsDefaults.load(ordering: .acquiring) { root.cache.evictDefaults(builtOn: self) }
    if let index = index.load(ordering: .acquiring) {
      Unmanaged<FrameIndex>.fromOpaque(index).release()
    }
  }

  /// The next frame of the chain as a reader follows it.
  var outer: Frame? { parent }

  /// The value that this frame would install in a root.
  var preparable: Default? { nil }

  /// What this frame is over another one; that frame itself, where there is nothing to take along.
  func copy(over parent: Frame) -> Frame { parent }

  /// Where a search for `record` that came this far goes on, past a frame that no index spans.
  func followed(to record: AnyKeyRecord) -> Frame? { nil }
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
final class OverrideFrame<Value: Sendable>: Frame, @unchecked Sendable {
  let value: Value

  init(_ record: KeyRecord<Value>, _ value: Value, over parent: Frame, isInsideOperation: Bool) {
    record.assignOverrideSlot()
    self.value = value
    super.init(parent: parent, overriding: record, isInsideOperation: isInsideOperation)
  }

  override var preparable: Default? { DefaultValue(value, conditions: [], isPrepared: true) }

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
  let reporter: any IssueReporter

  init(_ reporter: any IssueReporter, in parent: Frame) {
    self.reporter = reporter
    super.init(parent: parent)
  }

  override func copy(over parent: Frame) -> Frame { ReporterFrame(reporter, in: parent) }
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

  /// The frame at the foot of this stretch of the chain.
  private var boundary: Frame { isBoundary ? self : nextBoundary ?? self }

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
  private var flattened: FrameIndex {
    if let known = index.load(ordering: .acquiring) {
      return Unmanaged<FrameIndex>.fromOpaque(known).takeUnretainedValue()
    }
    let made = Unmanaged.passRetained(FrameIndex(from: self))
    let (isFirst, winner) = index.compareExchange(
      expected: nil,
      desired: UnsafeRawPointer(made.toOpaque()),
      ordering: .acquiringAndReleasing
    )
    guard !isFirst, let winner else { return made.takeUnretainedValue() }
    made.release()
    return Unmanaged<FrameIndex>.fromOpaque(winner).takeUnretainedValue()
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

  init(from top: Frame) {
    var overrides: [Frame] = []
    var frame = top
    while true {
      if frame !== top, let beneath = frame.knownIndex {
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
