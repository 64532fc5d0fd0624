import Synchronization

/// The defaults of a root, or the value of a ``Lazy``: each is computed once and kept.
///
/// User code runs, and user values are released, outside the lock.
final class DefaultCache: Sendable {
  /// What is known about one subject. Touched only under the lock, so accesses cannot overlap.
  private final class Slot: @unchecked Sendable {
    /// What `prepareDependencies` installed.
    @exclusivity(unchecked) var prepared: Default?
    /// The defaults computed so far, one for each set of overrides they were built on.
    @exclusivity(unchecked) var defaults: [Default] = []
    /// How many defaults were ever added, so that a thread notices what it missed.
    @exclusivity(unchecked) var additions = 0
    /// The computation that is going on.
    @exclusivity(unchecked) var resolution: ResolutionFrame?
    /// Whether somebody has used the default, so that replacing it would come too late.
    @exclusivity(unchecked) var isRead = false
    /// Whether the flaw of the default was reported.
    @exclusivity(unchecked) var isFlawReported = false
    /// Whether a default is among the settled ones.
    @exclusivity(unchecked) var isSettled = false
    /// Keeps the subject alive, where it is not immortal.
    @exclusivity(unchecked) var subject: (any AnyObject & Sendable)?
  }

  private struct State {
    var slots: [ObjectIdentifier: Slot] = [:]

    mutating func slot(_ subject: any AnyObject & Sendable) -> Slot {
      let id = ObjectIdentifier(subject)
      if let slot = slots[id] { return slot }
      let slot = Slot()
      slots[id] = slot
      return slot
    }
  }

  private let state = Lock(State())
  // Set once, under the lock, before anything is prepared.
  private let hasPrepared = Atomic<Bool>(false)
  /// What can be read without the lock.
  let settled = SettledDefaults()

  /// Runs `body` under the lock of this cache. What is being computed keeps its state there too.
  func alone<Result: Sendable>(_ body: () -> Result) -> Result {
    state.withLock { _ in body() }
  }

  /// The one value for `subject`, as seen from `frame`; computed if there is none.
  ///
  /// Threads that ask at the same time get one identity: one of them computes, the others wait.
  ///
  /// - Parameters:
  ///   - place: Where the read stands.
  ///   - marksRead: Whether this counts as use.
  ///   - keepsSubject: Whether the slot must keep its subject alive.
  func value(
    for subject: any ResolutionSubject,
    from frame: Frame,
    readAt place: @autoclosure () -> ReadPlace,
    marksRead: Bool = true,
    keepsSubject: Bool = false
  ) -> Default {
    while true {
      let (slot, prepared, defaults, ongoing, additions) = state.withLock { state in
        let slot = state.slot(subject)
        if marksRead { slot.isRead = true }
        return (slot, slot.prepared, slot.defaults, slot.resolution, slot.additions)
      }
      if let known = prepared ?? defaults.first(where: { $0.holds(in: frame) }) { return known }
      if let ongoing {
        ResolutionThreads.wait(for: ongoing)
        continue
      }
      let resolution = ResolutionFrame(for: subject, over: frame, readAt: place())
      let isMine = alone {
        // Someone else may have begun, or finished, since the look above.
        guard slot.resolution == nil, slot.additions == additions else { return false }
        slot.resolution = resolution
        if keepsSubject { slot.subject = subject }
        return true
      }
      guard isMine else { continue }
      resolution.begin()
      let computed = subject.makeDefault(in: resolution)
      alone {
        slot.defaults.append(computed)
        slot.additions += 1
        slot.resolution = nil
      }
      ResolutionThreads.end(resolution)
      return computed
    }
  }

  /// The default that was computed for a key and holds as seen from `frame`; nil if there is none.
  func known(_ record: AnyKeyRecord, from frame: Frame) -> Default? {
    let (prepared, defaults) = state.withLock { state in
      let slot = state.slot(record)
      slot.isRead = true
      return (slot.prepared, slot.defaults)
    }
    return prepared ?? defaults.first { $0.holds(in: frame) }
  }

  /// Keeps a default that was computed elsewhere.
  func insert(_ value: Default, of record: AnyKeyRecord) {
    state.withLock { state in
      let slot = state.slot(record)
      slot.defaults.append(value)
      slot.additions += 1
    }
  }

  /// What was prepared for a key.
  func prepared<Value>(_ record: KeyRecord<Value>) -> Value? {
    guard hasPrepared.load(ordering: .acquiring) else { return nil }
    let prepared = state.withLock { $0.slots[ObjectIdentifier(record)]?.prepared }
    return prepared.map { unsafeDowncast($0, to: DefaultValue<Value>.self).value }
  }

  /// Installs values in place of defaults, all or none.
  ///
  /// - Returns: The keys that were read before, if that keeps the values from being installed.
  func prepare(_ values: [(record: AnyKeyRecord, value: Default)]) -> [AnyKeyRecord] {
    state.withLock { state in
      let read = values.map(\.record).filter { state.slots[ObjectIdentifier($0)]?.isRead == true }
      guard read.isEmpty else { return read }
      hasPrepared.store(true, ordering: .releasing)
      for (record, value) in values { state.slot(record).prepared = value }
      return []
    }
  }

  /// Installs what was prepared in another root's cache. For a cache that nobody has read from yet.
  func prepare(as other: DefaultCache) {
    let prepared = other.state.withLock { $0.slots.compactMapValues(\.prepared) }
    state.withLock { state in
      hasPrepared.store(true, ordering: .releasing)
      for (id, value) in prepared {
        state.slots[id] = Slot()
        state.slots[id]?.prepared = value
      }
    }
  }

  /// Whether the flaw of a key's default is still to be reported; it is not, from now on.
  func takeFlawReport(of record: AnyKeyRecord) -> Bool {
    state.withLock { state in
      let slot = state.slot(record)
      defer { slot.isFlawReported = true }
      return !slot.isFlawReported
    }
  }

  /// Makes a default that was built on no override, and was used, readable without the lock.
  func settle(_ value: Default, of record: AnyKeyRecord) {
    state.withLock { state in
      guard let slot = state.slots[ObjectIdentifier(record)], !slot.isSettled else { return }
      slot.isSettled = true
      settled.insert(value, number: record.number)
    }
  }

  /// Drops every default that was built on an override which is going away.
  ///
  /// - Complexity: O(*n*) in the number of keys with a cached default; called only for overrides on
  ///   which a default was built.
  func evictDefaults(builtOn frame: Frame) {
    let evicted = state.withLock { state in
      var evicted: [Default] = []
      for slot in state.slots.values {
        let gone = slot.defaults.filter { $0.isBuilt(on: frame) }
        guard !gone.isEmpty else { continue }
        slot.defaults.removeAll { $0.isBuilt(on: frame) }
        evicted += gone
      }
      return evicted
    }
    // A value's deinit may read dependencies.
    withExtendedLifetime(evicted) {}
  }
}
