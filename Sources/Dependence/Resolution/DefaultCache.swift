/// What a root knows about one key, or one `Lazy`.
struct Slot {
  /// What `prepareDependencies` installed.
  var prepared: Default?
  /// The defaults computed so far, one for each set of overrides they were built on.
  var defaults: [Default] = []
  /// The computation that is going on.
  var resolution: Resolution?
  /// Whether somebody has used the default, so that replacing it would come too late.
  var isRead = false
  /// Whether the flaw of the default was reported under this root.
  var isFlawReported = false
  /// Kept alive with the slot, where the slot's identity is not immortal.
  var subject: AnyObject?
}

extension DependencyRoot {
  /// The one value for `subject` under this root, as seen from `frame`; computed if there is none.
  ///
  /// Threads that ask at the same time get one identity. `compute` runs outside every lock.
  ///
  /// - Parameter marksRead: Whether this counts as use, and flaws may be reported.
  func cached<Value: Sendable>(
    _ subject: AnyObject,
    as type: Value.Type,
    from frame: Frame,
    marksRead: Bool,
    name: @autoclosure () -> String,
    compute: () -> DefaultValue<Value>
  ) -> DefaultValue<Value> {
    let id = ObjectIdentifier(subject)
    while true {
      let (prepared, defaults, ongoing) = state.withLock { state in
        if marksRead { state.slots[id, default: Slot()].isRead = true }
        let slot = state.slots[id]
        return (slot?.prepared, slot?.defaults ?? [], slot?.resolution)
      }
      if let known = prepared ?? defaults.first(where: { $0.holds(in: frame) }) {
        return unsafeDowncast(known, to: DefaultValue<Value>.self)
      }
      if let ongoing {
        ongoing.wait()
        continue
      }
      let resolution = Resolution(name())
      let isMine = state.withLock { state in
        // Someone else may have begun, or finished, since the look above.
        guard state.slots[id]?.resolution == nil,
          (state.slots[id]?.defaults.count ?? 0) == defaults.count
        else { return false }
        state.slots[id, default: Slot()].resolution = resolution
        state.slots[id]?.subject = subject
        return true
      }
      guard isMine else { continue }
      resolution.begin()
      let computed = compute()
      state.withLock { state in
        state.slots[id]?.defaults.append(computed)
        state.slots[id]?.resolution = nil
      }
      resolution.end()
      return computed
    }
  }

  /// Drops every default that was built on an override which is going away.
  func evictDefaults(anchoredAt frame: Frame) {
    // Released after the lock: a value's deinit may read dependencies.
    var evicted: [Default] = []
    state.withLock { state in
      for (id, slot) in state.slots {
        let (gone, kept) = slot.defaults.partitioned { $0.conditions.contains { $0.names(frame) } }
        guard !gone.isEmpty else { continue }
        state.slots[id]?.defaults = kept
        evicted += gone
      }
    }
    withExtendedLifetime(evicted) {}
  }
}

extension Array {
  fileprivate func partitioned(by isFirst: (Element) -> Bool) -> ([Element], [Element]) {
    var (first, second): ([Element], [Element]) = ([], [])
    for element in self {
      if isFirst(element) { first.append(element) } else { second.append(element) }
    }
    return (first, second)
  }
}
