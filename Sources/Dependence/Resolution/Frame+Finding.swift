import Synchronization

extension Frame {
  /// The innermost override of `record`, if there is one.
  ///
  /// - Complexity: O(1), amortised over reads: at most fifteen links and one look into an index for
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
final class FrameIndex {
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
