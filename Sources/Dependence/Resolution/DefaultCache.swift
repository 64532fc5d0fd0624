/// The defaults of a root, or the value of a ``Lazy``: each is computed once and kept.
///
/// User code runs, and user values are released, outside the lock.
final class DefaultCache: Sendable {
  /// What is known about one key.
  struct Slot: Sendable {
    /// What `prepareDependencies` installed.
    var prepared: Default?
    /// The defaults computed so far, one for each set of overrides they were built on.
    var defaults: [Default] = []
    /// How many defaults were ever added, so that a thread notices what it missed.
    var additions = 0
    /// The computation that is going on.
    var resolution: Resolution?
    /// Whether somebody has used the default, so that replacing it would come too late.
    var isRead = false
    /// Whether the flaw of the default was reported.
    var isFlawReported = false
    /// Whether a default is among the settled ones.
    var isSettled = false
    /// Keeps the slot's subject alive, where it is not immortal.
    var subject: (any AnyObject & Sendable)?
  }

  private let slots = Lock<[ObjectIdentifier: Slot]>([:])
  /// What can be read without the lock.
  let settled = SettledDefaults()

  /// The one value for `subject`, as seen from `frame`; computed if there is none.
  ///
  /// Threads that ask at the same time get one identity: one of them computes, the others wait.
  ///
  /// - Parameters:
  ///   - marksRead: Whether this counts as use.
  ///   - keepsSubject: Whether the slot must keep its subject alive.
  func value<Value: Sendable>(
    for subject: any AnyObject & Sendable,
    as type: Value.Type,
    from frame: Frame,
    marksRead: Bool = true,
    keepsSubject: Bool = false,
    name: @autoclosure @escaping @Sendable () -> String,
    compute: () -> DefaultValue<Value>
  ) -> DefaultValue<Value> {
    let id = ObjectIdentifier(subject)
    while true {
      let slot = slots.withLock { slots in
        if marksRead { slots[id, default: Slot()].isRead = true }
        return slots[id] ?? Slot()
      }
      if let known = slot.prepared ?? slot.defaults.first(where: { $0.holds(in: frame) }) {
        return unsafeDowncast(known, to: DefaultValue<Value>.self)
      }
      if let ongoing = slot.resolution {
        ongoing.wait()
        continue
      }
      let resolution = Resolution(name)
      let isMine = slots.withLock { slots in
        // Someone else may have begun, or finished, since the look above.
        guard slots[id]?.resolution == nil, slots[id]?.additions ?? 0 == slot.additions
        else { return false }
        slots[id, default: Slot()].resolution = resolution
        if keepsSubject { slots[id]?.subject = subject }
        return true
      }
      guard isMine else { continue }
      resolution.begin()
      let computed = compute()
      slots.withLock { slots in
        slots[id]?.defaults.append(computed)
        slots[id]?.additions += 1
        slots[id]?.resolution = nil
      }
      resolution.end()
      return computed
    }
  }

  /// The default that was computed for a key and holds as seen from `frame`; nil if there is none.
  func known<Value>(_ record: KeyRecord<Value>, from frame: Frame) -> DefaultValue<Value>? {
    let slot = slots.withLock { slots in
      slots[ObjectIdentifier(record), default: Slot()].isRead = true
      return slots[ObjectIdentifier(record)]
    }
    let known = slot?.prepared ?? slot?.defaults.first { $0.holds(in: frame) }
    return known.map { unsafeDowncast($0, to: DefaultValue<Value>.self) }
  }

  /// Keeps a default that was computed elsewhere.
  func insert(_ value: Default, of record: AnyKeyRecord) {
    slots.withLock { slots in
      slots[ObjectIdentifier(record), default: Slot()].defaults.append(value)
      slots[ObjectIdentifier(record)]?.additions += 1
    }
  }

  /// What was prepared for a key.
  func prepared<Value>(_ record: KeyRecord<Value>) -> Value? {
    let prepared = slots.withLock { $0[ObjectIdentifier(record)]?.prepared }
    return prepared.map { unsafeDowncast($0, to: DefaultValue<Value>.self).value }
  }

  /// Installs values in place of defaults, all or none.
  ///
  /// - Returns: The keys that were read before, if that keeps the values from being installed.
  func prepare(_ values: [(record: AnyKeyRecord, value: Default)]) -> [AnyKeyRecord] {
    slots.withLock { slots in
      let read = values.map(\.record).filter { slots[ObjectIdentifier($0)]?.isRead == true }
      guard read.isEmpty else { return read }
      for (record, value) in values {
        slots[ObjectIdentifier(record), default: Slot()].prepared = value
      }
      return []
    }
  }

  /// Installs what was prepared in another root's cache. For a cache that nobody has read from yet.
  func prepare(as other: DefaultCache) {
    let prepared = other.slots.withLock { $0.compactMapValues(\.prepared) }
    slots.withLock { slots in
      for (id, value) in prepared { slots[id, default: Slot()].prepared = value }
    }
  }

  /// Whether the flaw of a key's default is still to be reported; it is not, from now on.
  func takeFlawReport(of record: AnyKeyRecord) -> Bool {
    slots.withLock { slots in
      let id = ObjectIdentifier(record)
      defer { slots[id, default: Slot()].isFlawReported = true }
      return slots[id]?.isFlawReported != true
    }
  }

  /// Makes a default that was built on no override, and was used, readable without the lock.
  func settle(_ value: Default, of record: AnyKeyRecord) {
    let isFirst = slots.withLock { slots in
      let id = ObjectIdentifier(record)
      defer { slots[id]?.isSettled = true }
      return slots[id]?.isSettled == false
    }
    if isFirst { settled.insert(value, number: record.number) }
  }

  /// Drops every default that was built on an override which is going away.
  ///
  /// - Complexity: O(*n*) in the number of keys with a cached default; called only for overrides on
  ///   which a default was built.
  func evictDefaults(builtOn frame: Frame) {
    let evicted = slots.withLock { slots in
      var evicted: [Default] = []
      for (id, slot) in slots {
        let gone = slot.defaults.filter { $0.isBuilt(on: frame) }
        guard !gone.isEmpty else { continue }
        slots[id]?.defaults.removeAll { $0.isBuilt(on: frame) }
        evicted += gone
      }
      return evicted
    }
    // A value's deinit may read dependencies.
    withExtendedLifetime(evicted) {}
  }
}
