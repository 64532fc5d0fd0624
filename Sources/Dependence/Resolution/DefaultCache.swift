import Synchronization

/// The defaults of a root, or the value of a ``Lazy``: each is computed once and kept.
///
/// User code runs, and user values are released, outside the lock.
final class DefaultCache: Sendable {
  /// The state of one subject.
  private struct Slot {
    /// The value that `prepareDependencies` installed.
    var prepared: Default?
    /// The defaults computed so far, one for each set of overrides they were built on. Most keys have one.
    var computed: [Default] = []
    /// The number of defaults ever added, so that a thread notices what it missed.
    var additions = 0
    /// The computation that is going on.
    var computation: Computation?
    /// Keeps the subject alive, where it is not immortal.
    var subject: (any Computation.Subject)?
    /// True once somebody has used the default, so that replacing it would come too late.
    var isRead = false
    var isFlawReported = false

    mutating func end(with default: Default) {
      computed.append(`default`)
      additions += 1
      computation = nil
    }
  }

  private let slots = Lock<[ObjectIdentifier: Slot]>([:])
  // Set once, under the lock, before anything is prepared.
  private let hasPrepared = Atomic<Bool>(false)

  /// Runs `body` under the lock of this cache. What is being computed keeps its state there too.
  func alone<Result: Sendable>(_ body: () -> Result) -> Result {
    slots.withLock { _ in body() }
  }

  private func withSlot<Result: Sendable>(
    of subject: AnyObject,
    _ body: (inout Slot) -> Result
  ) -> Result {
    slots.withLock { body(&$0[ObjectIdentifier(subject), default: Slot()]) }
  }

  /// The one value for `subject`, as seen from `frame`; computed if there is none.
  ///
  /// Threads that ask at the same time get one identity: one of them computes, the others wait.
  ///
  /// - Parameters:
  ///   - marksRead: Whether this counts as use.
  ///   - keepsSubject: Whether the slot must keep its subject alive.
  func value(
    for subject: any Computation.Subject,
    from frame: Frame,
    readAt place: ReadPlace,
    marksRead: Bool = true,
    keepsSubject: Bool = false
  ) -> Default {
    while true {
      let seen = withSlot(of: subject) { slot in
        if marksRead { slot.isRead = true }
        return slot
      }
      // Outside the lock, because it looks at what surrounds the frame.
      if let known = seen.prepared ?? seen.computed.first(where: { $0.holds(in: frame) }) {
        return known
      }
      if let ongoing = seen.computation {
        ComputingThreads.wait(for: ongoing)
        continue
      }
      let computation = Computation(of: subject, over: frame, readAt: place)
      let isMine = withSlot(of: subject) { slot in
        // Someone else may have begun, or finished, since the look above.
        guard slot.computation == nil, slot.additions == seen.additions else { return false }
        slot.computation = computation
        if keepsSubject { slot.subject = subject }
        return true
      }
      guard isMine else { continue }
      ComputingThreads.begin(computation)
      let computed = subject.makeDefault(in: computation)
      computation.seal(computed)
      frame.root.didCompute?(subject, computed)
      withSlot(of: subject) { $0.end(with: computed) }
      ComputingThreads.end(computation)
      return computed
    }
  }

  /// The default that was computed for a subject and holds as seen from `frame`; nil if there is none.
  func known(_ subject: any Computation.Subject, from frame: Frame) -> Default? {
    withSlot(of: subject) { $0.computed }.first { $0.holds(in: frame) }
  }

  /// Keeps a default that was computed elsewhere.
  func insert(_ computed: Default, of subject: any Computation.Subject) {
    withSlot(of: subject) { $0.end(with: computed) }
  }

  /// True if the flaw of a key's default is still to be reported; it is not, from now on.
  func takeFlawReport(of record: AnyKeyRecord) -> Bool {
    withSlot(of: record) { slot in
      defer { slot.isFlawReported = true }
      return !slot.isFlawReported
    }
  }

  /// Drops every default that was built on an override which is going away.
  ///
  /// - Complexity: O(*n*) in the number of keys with a cached default; called only for overrides on
  ///   which a default was built.
  func evictDefaults(builtOn frame: Frame) {
    let anchor = ObjectIdentifier(frame)
    let isEvicted = { (known: Default) in known.basis.anchor?.identity == anchor }
    let evicted = slots.withLock { slots in
      slots.keys.flatMap { key -> [Default] in
        let evicted = slots[key]?.computed.filter(isEvicted) ?? []
        if !evicted.isEmpty { slots[key]?.computed.removeAll(where: isEvicted) }
        return evicted
      }
    }
    // A value's deinit may read dependencies.
    withExtendedLifetime(evicted) {}
  }
}

// MARK: - Preparing

extension DefaultCache {
  /// The value that was prepared for a key; nil if none was.
  ///
  /// - Parameter marksRead: Whether this counts as use.
  func prepared<Value>(_ record: KeyRecord<Value>, marksRead: Bool = false) -> Value? {
    guard marksRead || hasPrepared.load(ordering: .acquiring) else { return nil }
    let prepared = withSlot(of: record) { slot in
      if marksRead { slot.isRead = true }
      return slot.prepared
    }
    return prepared?.typed(Value.self).value
  }

  /// An object that holds the value prepared for a key, or `nil` if no value was prepared.
  func preparedDefault(of record: AnyKeyRecord) -> Default? { withSlot(of: record) { $0.prepared } }

  /// Installs values in place of defaults, all or none.
  ///
  /// - Returns: The keys that were read before, if that keeps the values from being installed.
  func prepare(_ values: [(record: AnyKeyRecord, value: Default)]) -> [AnyKeyRecord] {
    slots.withLock { slots in
      let read = values.map(\.record).filter { slots[ObjectIdentifier($0)]?.isRead == true }
      guard read.isEmpty else { return read }
      hasPrepared.store(true, ordering: .releasing)
      slots.reserveCapacity(slots.count + values.count)
      for (record, value) in values {
        slots[ObjectIdentifier(record), default: Slot()].prepared = value
      }
      return []
    }
  }

  /// Installs what was prepared in another root's cache. For a cache that nobody has read from yet.
  func prepare(as other: DefaultCache) {
    let prepared = other.slots.withLock { $0.compactMapValues(\.prepared) }
    hasPrepared.store(true, ordering: .releasing)
    slots.withLock { slots in
      for (key, value) in prepared { slots[key, default: Slot()].prepared = value }
    }
  }
}
