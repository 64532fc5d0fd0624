import Synchronization

/// The defaults of a root, or the value of a `Lazy`. Each default is computed once and kept.
///
/// User code runs, and user values are released, outside the lock.
package final class DefaultCache: Sendable {
  /// The defaults and the state of one key, `Lazy` or module. Accessed only while holding the lock of the cache.
  private final class Slot: @unchecked Sendable {
    let id: ObjectIdentifier
    /// The value that `prepareDependencies` installed.
    var prepared: Default?
    /// The defaults computed so far, one for each set of overrides that they depend on. Most keys have one, which needs no
    /// array.
    var computed: Default?
    var others: [Default] = []
    /// The number of defaults ever added. It tells a thread whether it missed one.
    var additions = 0
    /// The computation that is running.
    var computation: Computation?
    /// Keeps a subject alive that is not immortal.
    var subject: Subject?
    /// Whether the default has been used, so that replacing it would come too late.
    var isRead = false
    var isFlawReported = false

    init(_ id: ObjectIdentifier) { self.id = id }

    func add(_ default: Default) {
      if computed == nil { computed = `default` } else { others.append(`default`) }
      additions += 1
      computation = nil
    }
  }

  /// A hash table with open addressing, which is at most half full. It holds slots of one kind, so it takes less code than
  /// a dictionary, and the code is optimised in every build.
  private struct Slots {
    private var places: [Slot?] = []
    private(set) var count = 0

    var all: [Slot] {
      var all: [Slot] = []
      for case let slot? in places { all.append(slot) }
      return all
    }

    /// The place of a slot, or the empty place where it belongs.
    private func place(of id: ObjectIdentifier) -> Int {
      let mask = places.count - 1
      // Objects are aligned, so the lowest bits of their addresses are all the same.
      let address = Int(bitPattern: id)
      var place = (address >> 4 ^ address >> 12) & mask
      while let slot = places[place], slot.id != id { place = (place + 1) & mask }
      return place
    }

    func known(_ id: ObjectIdentifier) -> Slot? {
      places.isEmpty ? nil : places[place(of: id)]
    }

    mutating func of(_ id: ObjectIdentifier) -> Slot {
      if let known = known(id) { return known }
      if 2 * (count + 1) > places.count {
        let old = all
        places = Array(repeating: nil, count: max(4, 2 * places.count))
        for slot in old { places[place(of: slot.id)] = slot }
      }
      let slot = Slot(id)
      places[place(of: slot.id)] = slot
      count += 1
      return slot
    }
  }

  private let slots = Lock(Slots())
  // Set once, under the lock, before anything is prepared.
  private let hasPrepared = Atomic<Bool>(false)

  package init() {}

  /// Runs `body` under the lock of this cache, which also protects the state of computations.
  func withLock<Result: Sendable>(_ body: () -> Result) -> Result {
    slots.withLock { _ in body() }
  }

  private func withSlot<Result: Sendable>(of subject: AnyObject, _ body: (Slot) -> Result) -> Result
  {
    slots.withLock { body($0.of(ObjectIdentifier(subject))) }
  }

  private enum Finding: Sendable {
    case known(Default)
    /// Defaults that hold only in some scopes, and the number of defaults ever added.
    case candidates(Default, others: [Default], additions: Int)
    case running(Computation)
    case begun(Computation, Slot)
  }

  /// The value of `subject` as seen from `frame`, which is computed if there is none.
  ///
  /// Threads that ask at the same time get the same value: one of them computes, and the others wait.
  ///
  /// - Parameters:
  ///   - marksRead: Whether this counts as use.
  ///   - keepsSubject: Whether the cache must keep the subject alive.
  package func value(
    for subject: Subject,
    from frame: Frame,
    readAt place: ReadPlace,
    marksRead: Bool = true,
    keepsSubject: Bool = false
  ) -> Default {
    let surroundings = Computation.Surroundings(of: frame)
    // The number of defaults that were added before none of them was found to hold.
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
          readAt: place
        )
        slot.computation = computation
        if keepsSubject { slot.subject = subject }
        return .begun(computation, slot)
      }
      switch finding {
      case .known(let prepared): return prepared
      case .candidates(let computed, let others, let additions):
        // Outside the lock, because this may read the state of computations.
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

  /// A value of `subject` that is computed for this read alone. Other reads neither get it nor wait for it.
  package func transientValue(for subject: Subject, from frame: Frame, readAt place: ReadPlace)
    -> Default
  {
    ComputingThreads.checkNesting(of: subject)
    return compute(
      Computation(of: subject, over: frame, in: .init(of: frame), readAt: place),
      for: nil
    )
  }

  /// Removes a default whose lifetime is over, so that the next read computes another one.
  package func remove(_ ended: Default, of subject: Subject) {
    withSlot(of: subject) { slot in
      slot.others.removeAll { $0 === ended }
      if slot.computed === ended { slot.computed = slot.others.popLast() }
    }
  }

  /// The default that was computed for a subject and holds in `frame`, or `nil` if there is none.
  package func known(_ subject: Subject, from frame: Frame) -> Default? {
    let (computed, others) = withSlot(of: subject) { ($0.computed, $0.others) }
    if let computed, computed.holds(in: frame) { return computed }
    for other in others where other.holds(in: frame) { return other }
    return nil
  }

  /// Adds a default that was computed elsewhere.
  func insert(_ computed: Default, of subject: Subject) {
    withSlot(of: subject) { $0.add(computed) }
  }

  /// Whether the flaw of a key's default is still to be reported. Later calls return `false`.
  package func takeFlawReport(of record: AnyKeyRecord) -> Bool {
    withSlot(of: record) { slot in
      defer { slot.isFlawReported = true }
      return !slot.isFlawReported
    }
  }

  /// Removes every default that depends on an override which is going away.
  ///
  /// - Complexity: O(*n*) in the number of keys with a cached default. Called only for overrides that a default
  ///   depends on.
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
    // A value's deinit may read dependencies.
    withExtendedLifetime(evicted) {}
  }
}

// MARK: - Preparing

extension DefaultCache {
  /// The value that was prepared for a key, or `nil` if none was.
  ///
  /// - Parameter marksRead: Whether this counts as use.
  package func prepared(_ record: AnyKeyRecord, marksRead: Bool = false) -> Default? {
    guard marksRead || hasPrepared.load(ordering: .acquiring) else { return nil }
    return withSlot(of: record) { slot in
      if marksRead { slot.isRead = true }
      return slot.prepared
    }
  }

  /// Installs values in place of defaults: all of them, or none.
  ///
  /// - Returns: The keys that were read before, if that prevents the installation.
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

  /// Installs the values that were prepared in the cache of another root. Nothing may have been read from this cache yet.
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
