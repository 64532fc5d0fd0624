import Synchronization

/// The cached default values of a root (the owner of the defaults of the process or of one test),
/// or the cached value of a `Lazy`.
///
/// While the lock of the cache is held, no user code runs, and no user value is released.
package final class DefaultCache: Sendable {
  /// The cached defaults and the state of one key, `Lazy` or module. Unchecked because the lock of
  /// the cache protects all accesses.
  private final class Slot: @unchecked Sendable {
    let id: ObjectIdentifier
    /// The value that `prepareDependencies` installed, or `nil` if it installed no value.
    var prepared: Default?
    /// The first cached default. A key has several defaults if they depend on different overrides.
    /// Most keys have one default, so most slots need no array.
    var computed: Default?
    var others: [Default] = []
    /// The number of defaults that have been added so far. A thread compares this number with an
    /// earlier one to find out whether defaults have been added since it checked them.
    var additions = 0
    /// The computation of a default that is running now, or `nil` if none is running.
    var computation: Computation?
    /// The key, `Lazy` or module of the slot, if the cache has to keep it alive. Records of keys
    /// are immortal and are not stored here.
    var subject: Subject?
    /// Whether the default has been read, so that `prepareDependencies` can no longer replace it.
    var isRead = false
    var isFlawReported = false

    init(_ id: ObjectIdentifier) { self.id = id }

    func add(_ default: Default) {
      if computed == nil { computed = `default` } else { others.append(`default`) }
      additions += 1
      computation = nil
    }
  }

  /// A hash table with open addressing that is at most half full. A `Dictionary` would work too,
  /// but needs more code.
  private struct Slots {
    private var buckets: [Slot?] = []
    private(set) var count = 0

    var all: [Slot] {
      var all: [Slot] = []
      for case let slot? in buckets { all.append(slot) }
      return all
    }

    /// Returns the index of the slot with this identifier, or the index at which to insert it.
    private func bucket(of id: ObjectIdentifier) -> Int {
      let mask = buckets.count - 1
      // The lowest bits of addresses are ignored, because they are equal for all aligned objects.
      let address = Int(bitPattern: id)
      var bucket = (address >> 4 ^ address >> 12) & mask
      while let slot = buckets[bucket], slot.id != id { bucket = (bucket + 1) & mask }
      return bucket
    }

    func known(_ id: ObjectIdentifier) -> Slot? {
      buckets.isEmpty ? nil : buckets[bucket(of: id)]
    }

    mutating func of(_ id: ObjectIdentifier) -> Slot {
      if let known = known(id) { return known }
      if 2 * (count + 1) > buckets.count {
        let old = all
        buckets = Array(repeating: nil, count: max(4, 2 * buckets.count))
        for slot in old { buckets[bucket(of: slot.id)] = slot }
      }
      let slot = Slot(id)
      buckets[bucket(of: slot.id)] = slot
      count += 1
      return slot
    }
  }

  private let slots = Lock(Slots())
  // Set before the first value is prepared, and never reset, so reads check it without the lock.
  private let hasPrepared = Atomic<Bool>(false)

  package init() {}

  /// Runs `body` under the lock of this cache. The lock also protects the state of computations.
  func withLock<Result: Sendable>(_ body: () -> Result) -> Result {
    slots.withLock { _ in body() }
  }

  private func withSlot<Result: Sendable>(of subject: AnyObject, _ body: (Slot) -> Result) -> Result
  {
    slots.withLock { body($0.of(ObjectIdentifier(subject))) }
  }

  private enum Finding: Sendable {
    case known(Default)
    /// The cached defaults, some of which may be invalid in this scope, and `additions`.
    case candidates(Default, others: [Default], additions: Int)
    case running(Computation)
    case begun(Computation, Slot)
  }

  /// Returns the value of `subject` in the scope of `frame`, and computes it if it is not cached.
  ///
  /// If several threads need the same value, one of them computes it and the others wait.
  ///
  /// - Parameters:
  ///   - marksRead: Whether `prepareDependencies` can no longer replace the value after this read.
  ///   - keepsSubject: Whether the cache must keep `subject` alive.
  package func value(
    for subject: Subject,
    from frame: Frame,
    readAt location: ReadLocation,
    marksRead: Bool = true,
    keepsSubject: Bool = false
  ) -> Default {
    let surroundings = Computation.Surroundings(of: frame)
    // The value of `additions` when this thread last rejected all cached defaults.
    var rejected = 0
    while true {
      let finding = withSlot(of: subject) { slot -> Finding in
        if marksRead { slot.isRead = true }
        if let prepared = slot.prepared { return .known(prepared) }
        if slot.additions != rejected, let computed = slot.computed {
          return .candidates(computed, others: slot.others, additions: slot.additions)
        }
        if let running = slot.computation { return .running(running) }
        let computation = Computation(
          of: subject,
          over: frame,
          in: surroundings,
          readAt: location
        )
        slot.computation = computation
        if keepsSubject { slot.subject = subject }
        return .begun(computation, slot)
      }
      switch finding {
      case .known(let prepared): return prepared
      case .candidates(let computed, let others, let additions):
        // `holds(in:)` is called outside the lock, because it may take the lock itself.
        if computed.holds(in: frame) { return computed }
        for other in others where other.holds(in: frame) { return other }
        rejected = additions
      case .running(let computation): ComputingThreads.wait(for: computation)
      case .begun(let computation, let slot): return compute(computation, for: slot)
      }
    }
  }

  @inline(__always) private func compute(_ computation: Computation, for slot: Slot?) -> Default {
    ComputingThreads.begin(computation)
    let computed = computation.subject.makeDefault(in: computation)
    computation.seal(computed)
    computation.ownRoot.didCompute?(computation.subject, computed)
    if let slot { withLock { slot.add(computed) } }
    ComputingThreads.end(computation)
    return computed
  }

  /// Returns a value of `subject` that is computed only for this read and is not cached.
  package func transientValue(
    for subject: Subject,
    from frame: Frame,
    readAt location: ReadLocation
  )
    -> Default
  {
    ComputingThreads.checkNesting(of: subject)
    return compute(
      Computation(of: subject, over: frame, in: .init(of: frame), readAt: location),
      for: nil
    )
  }

  /// Removes a default whose lifetime has ended. The next read then computes a new default.
  package func remove(_ ended: Default, of subject: Subject) {
    withSlot(of: subject) { slot in
      slot.others.removeAll { $0 === ended }
      if slot.computed === ended { slot.computed = slot.others.popLast() }
    }
  }

  /// Returns the cached default of `subject` that is valid in the scope of `frame`, or `nil` if
  /// there is none.
  package func known(_ subject: Subject, from frame: Frame) -> Default? {
    let (computed, others) = withSlot(of: subject) { ($0.computed, $0.others) }
    if let computed, computed.holds(in: frame) { return computed }
    for other in others where other.holds(in: frame) { return other }
    return nil
  }

  /// Adds a default that was computed by an asynchronous function.
  func insert(_ computed: Default, of subject: Subject) {
    withSlot(of: subject) { $0.add(computed) }
  }

  /// Returns `true` only for the first call with each key, because a flaw is reported only once.
  package func takeFlawReport(of record: AnyKeyRecord) -> Bool {
    withSlot(of: record) { slot in
      defer { slot.isFlawReported = true }
      return !slot.isFlawReported
    }
  }

  /// Removes every default that depends on the override `frame`, which is about to be deallocated.
  ///
  /// - Complexity: O(*n*) in the number of keys with a cached default. This cost is acceptable
  ///   because the function is called only for overrides that a default depends on.
  func evictDefaults(builtOn frame: Frame) {
    let anchor = ObjectIdentifier(frame)
    let evicted = slots.withLock { slots in
      var evicted: [Default] = []
      for slot in slots.all {
        let all = (slot.computed.map { [$0] } ?? []) + slot.others
        var kept: [Default] = []
        for known in all {
          if known.basis.anchor?.identity == anchor {
            evicted.append(known)
          } else {
            kept.append(known)
          }
        }
        guard kept.count < all.count else { continue }
        slot.computed = kept.first
        slot.others = Array(kept.dropFirst())
      }
      return evicted
    }
    // The values are released outside the lock, because their `deinit` may read dependencies.
    withExtendedLifetime(evicted) {}
  }
}

// MARK: - Preparing

extension DefaultCache {
  /// Returns the value that `prepareDependencies` installed for a key, or `nil` if there is none.
  ///
  /// - Parameter marksRead: Whether `prepareDependencies` can no longer replace the value after
  ///   this read.
  package func prepared(_ record: AnyKeyRecord, marksRead: Bool = false) -> Default? {
    guard marksRead || hasPrepared.load(ordering: .acquiring) else { return nil }
    return withSlot(of: record) { slot in
      if marksRead { slot.isRead = true }
      return slot.prepared
    }
  }

  /// Installs the given values, which then replace computed defaults. Installs nothing if one of
  /// the keys has already been read.
  ///
  /// - Returns: The keys that have already been read. If there are none, all values were installed.
  package func prepare(_ values: [(record: AnyKeyRecord, value: Default)]) -> [AnyKeyRecord] {
    slots.withLock { slots in
      var read: [AnyKeyRecord] = []
      for (record, _) in values where slots.known(ObjectIdentifier(record))?.isRead == true {
        read.append(record)
      }
      guard read.isEmpty else { return read }
      hasPrepared.store(true, ordering: .releasing)
      for (record, value) in values { slots.of(ObjectIdentifier(record)).prepared = value }
      return []
    }
  }

  /// Copies the prepared values from the cache of another root. No value may have been read from
  /// this cache yet.
  package func prepare(as other: DefaultCache) {
    let prepared = other.slots.withLock { slots in
      var prepared: [(id: ObjectIdentifier, value: Default)] = []
      for slot in slots.all {
        if let value = slot.prepared { prepared.append((slot.id, value)) }
      }
      return prepared
    }
    hasPrepared.store(true, ordering: .releasing)
    slots.withLock { slots in
      for (id, value) in prepared { slots.of(id).prepared = value }
    }
  }
}
