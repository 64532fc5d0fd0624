import Synchronization

/// The defaults of a root, or the value of a ``Lazy``: each is computed once and kept.
///
/// User code runs, and user values are released, outside the lock.
final class DefaultCache: Sendable {
  private struct State {
    /// What is known about subjects that have no number.
    var slots: [ObjectIdentifier: DefaultSlot] = [:]
  }

  private let state = Lock(State())
  /// What is known about keys, by their number: the address of a slot, marked once its default is settled.
  private let slots = NumberedWords()
  private static let settledMark: UInt = 1
  // Set once, under the lock, before anything is prepared.
  private let hasPrepared = Atomic<Bool>(false)

  deinit {
    slots.forEach { word, _ in Self.reference(word).release() }
  }

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
    // What is computed keeps its state under the lock of its root.
    let isOfRoot = frame.isCached(in: self)
    while true {
      let look = state.withLock { state -> DefaultSlot.Look in
        let slot = slot(subject, &state)
        if marksRead { slot.isRead = true }
        // Most defaults are computed at their first read, and this is it.
        guard isOfRoot, slot.isUntouched else { return .found(slot.content) }
        let resolution = ResolutionFrame(
          for: subject,
          over: frame,
          readAt: place(),
          isAlone: true
        )
        slot.begin(resolution, keeping: keepsSubject ? subject : nil)
        return .claimed(slot, resolution)
      }
      switch look {
      case .claimed(let slot, let resolution):
        return compute(subject, in: resolution, for: slot, marksRead: marksRead)
      case .found(let content):
        if let known = content.known(in: frame) { return known }
        if let ongoing = content.resolution {
          ResolutionThreads.wait(for: ongoing)
          continue
        }
        let resolution = ResolutionFrame(for: subject, over: frame, readAt: place())
        let isMine = alone {
          // Someone else may have begun, or finished, since the look above.
          guard content.isStillThere else { return false }
          content.slot.begin(resolution, keeping: keepsSubject ? subject : nil)
          return true
        }
        guard isMine else { continue }
        return compute(subject, in: resolution, for: content.slot, marksRead: marksRead)
      }
    }
  }

  private func compute(
    _ subject: any ResolutionSubject,
    in resolution: ResolutionFrame,
    for slot: DefaultSlot,
    marksRead: Bool
  ) -> Default {
    resolution.begin()
    let computed = subject.makeDefault(in: resolution)
    let isDone = alone {
      guard resolution.isCached(in: self), resolution.sealAlone(computed) else { return false }
      slot.end(with: computed)
      if marksRead, computed.flaw == nil { settle(computed, in: slot, of: subject) }
      return true
    }
    if !isDone {
      resolution.seal(computed)
      alone { slot.end(with: computed) }
    }
    ResolutionThreads.end(resolution)
    return computed
  }

  /// The default that was computed for a key and holds as seen from `frame`; nil if there is none.
  func known(_ record: AnyKeyRecord, from frame: Frame) -> Default? {
    let content = state.withLock { state in
      let slot = slot(record, &state)
      slot.isRead = true
      return slot.content
    }
    return content.known(in: frame)
  }

  /// Keeps a default that was computed elsewhere.
  func insert(_ value: Default, of record: AnyKeyRecord) {
    state.withLock { state in slot(record, &state).end(with: value) }
  }

  /// Whether the flaw of a key's default is still to be reported; it is not, from now on.
  func takeFlawReport(of record: AnyKeyRecord) -> Bool {
    state.withLock { state in
      let slot = slot(record, &state)
      defer { slot.isFlawReported = true }
      return !slot.isFlawReported
    }
  }

  /// Drops every default that was built on an override which is going away.
  ///
  /// - Complexity: O(*n*) in the number of keys with a cached default; called only for overrides on
  ///   which a default was built.
  func evictDefaults(builtOn frame: Frame) {
    let evicted = state.withLock { state in allSlots(state).flatMap { $0.evict(builtOn: frame) } }
    // A value's deinit may read dependencies.
    withExtendedLifetime(evicted) {}
  }
}

// MARK: - Slots

extension DefaultCache {
  // All of these only under the lock.

  private func slot(_ subject: any ResolutionSubject, _ state: inout State) -> DefaultSlot {
    let number = subject.number
    guard number >= 0 else {
      let id = ObjectIdentifier(subject)
      if let slot = state.slots[id] { return slot }
      let slot = DefaultSlot()
      state.slots[id] = slot
      return slot
    }
    let word = slots[number]
    if word != 0 { return Self.reference(word).takeUnretainedValue() }
    let slot = DefaultSlot()
    slots.insert(UInt(bitPattern: Unmanaged.passRetained(slot).toOpaque()), number: number)
    return slot
  }

  private func existingSlot(_ number: Int) -> DefaultSlot? {
    let word = slots[number]
    return word == 0 ? nil : Self.reference(word).takeUnretainedValue()
  }

  private func allSlots(_ state: State) -> [DefaultSlot] {
    var all = Array(state.slots.values)
    slots.forEach { word, _ in all.append(Self.reference(word).takeUnretainedValue()) }
    return all
  }

  @inline(always) private static func reference(_ word: UInt) -> Unmanaged<DefaultSlot> {
    unsafeBitCast(word & ~settledMark, to: Unmanaged<DefaultSlot>.self)
  }

  private func settle(
    _ value: Default,
    in slot: DefaultSlot,
    of subject: any ResolutionSubject
  ) {
    guard subject.number >= 0, slot.settled == nil else { return }
    slot.settled = value
    slots.insert(slots[subject.number] | Self.settledMark, number: subject.number)
  }
}

// MARK: - Settling

extension DefaultCache {
  /// The default of a key that needs no second look: computed without any override, used, and with nothing
  /// left to report.
  ///
  /// - Complexity: O(1), without a lock.
  func settled(_ number: Int) -> Default? {
    let word = slots[number]
    guard word & Self.settledMark != 0 else { return nil }
    return Self.reference(word)._withUnsafeGuaranteedRef { $0.settled }
  }

  /// Makes a default that was built on no override, and was used, readable without the lock.
  func settle(_ value: Default, of record: AnyKeyRecord) {
    guard slots[record.number] & Self.settledMark == 0 else { return }
    state.withLock { state in settle(value, in: slot(record, &state), of: record) }
  }
}

// MARK: - Preparing

extension DefaultCache {
  /// What was prepared for a key.
  func prepared<Value>(_ record: KeyRecord<Value>) -> Value? {
    guard hasPrepared.load(ordering: .acquiring) else { return nil }
    let prepared = alone { existingSlot(record.number)?.prepared }
    return prepared.map { unsafeDowncast($0, to: DefaultValue<Value>.self).value }
  }

  /// Installs values in place of defaults, all or none.
  ///
  /// - Returns: The keys that were read before, if that keeps the values from being installed.
  func prepare(_ values: [(record: AnyKeyRecord, value: Default)]) -> [AnyKeyRecord] {
    state.withLock { state in
      let read = values.map(\.record).filter { existingSlot($0.number)?.isRead == true }
      guard read.isEmpty else { return read }
      hasPrepared.store(true, ordering: .releasing)
      for (record, value) in values { slot(record, &state).prepared = value }
      return []
    }
  }

  /// Installs what was prepared in another root's cache. For a cache that nobody has read from yet.
  func prepare(as other: DefaultCache) {
    let prepared = other.alone {
      var prepared: [(number: Int, value: Default)] = []
      other.slots.forEach { word, number in
        let slot = Self.reference(word).takeUnretainedValue()
        if let value = slot.prepared { prepared.append((number, value)) }
      }
      return prepared
    }
    alone {
      hasPrepared.store(true, ordering: .releasing)
      for (number, value) in prepared {
        let slot = DefaultSlot()
        slot.prepared = value
        slots.insert(UInt(bitPattern: Unmanaged.passRetained(slot).toOpaque()), number: number)
      }
    }
  }
}
