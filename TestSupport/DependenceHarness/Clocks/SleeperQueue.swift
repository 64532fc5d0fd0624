/// The sleepers and their deadlines: the whole of a test clock but for its lock.
///
/// A pure state machine. Its methods return what has to be woken, and never wake anything.
///
/// - Complexity: O(log *n*) for each sleeper that comes or is woken; O(1), amortised, for one that
///   is cancelled.
struct SleeperQueue<Payload> {
  struct ID: Hashable, Sendable {
    fileprivate let number: Int
    fileprivate let slot: Int
  }

  /// The beginning of a sleep.
  enum Beginning: Sendable, Hashable {
    case asleep
    case due
    case cancelled
  }

  private struct Entry: Comparable, Sendable {
    // Not a `Duration`, whose comparison is a call into the standard library.
    private let attoseconds: Int128
    let order: Int
    let slot: Int

    init(deadline: Duration, order: Int, slot: Int) {
      attoseconds = deadline.attoseconds
      self.order = order
      self.slot = slot
    }

    var deadline: Duration { Duration(attoseconds: attoseconds) }

    static func < (left: Entry, right: Entry) -> Bool {
      left.attoseconds == right.attoseconds
        ? left.order < right.order : left.attoseconds < right.attoseconds
    }

    func isDue(at time: Int128) -> Bool { attoseconds <= time }
  }

  /// A place for a sleeper, used again and again; a stale ID finds another number here, and a stale
  /// entry another order.
  fileprivate struct Slot {
    var number: Int
    var order: Int?
    var isCancelled = false
    var payload: Payload?
  }

  private(set) var now: Duration
  private(set) var count = 0
  private var slots: [Slot] = []
  private var freeSlots: [Int] = []
  // Entries of cancelled sleepers stay until they are due, or are half of all.
  private var entries = Heap<Entry>()
  /// The number of entries, of which some may be stale.
  var entryCount: Int { entries.elements.count }
  /// The most sleepers that there have been at a time.
  var slotCount: Int { slots.count }
  /// The last of the numbers that name sleeps, or put them in order.
  private var lastNumber = 0

  init(now: Duration = .zero) { self.now = now }
}

extension SleeperQueue.Slot: Sendable where Payload: Sendable {}
extension SleeperQueue: Sendable where Payload: Sendable {}

// MARK: - Coming and going

extension SleeperQueue {
  mutating func announce() -> ID {
    let id = ID(number: nextNumber(), slot: freeSlots.popLast() ?? slots.count)
    if id.slot == slots.count {
      slots.append(Slot(number: id.number))
    } else {
      slots[id.slot] = Slot(number: id.number)
    }
    return id
  }

  /// Puts somebody to sleep, if there is anything to wait for.
  mutating func begin(_ id: ID, until deadline: Duration, _ payload: Payload) -> Beginning {
    let isCancelled = slots[id.slot].isCancelled
    guard !isCancelled, deadline > now else {
      free(id.slot)
      return isCancelled ? .cancelled : .due
    }
    let order = nextNumber()
    slots[id.slot].payload = payload
    slots[id.slot].order = order
    count += 1
    entries.insert(Entry(deadline: deadline, order: order, slot: id.slot))
    return .asleep
  }

  /// Takes a sleeper out before it is due, or keeps it from falling asleep.
  mutating func cancel(_ id: ID) -> Payload? {
    guard slots[id.slot].number == id.number else { return nil }
    slots[id.slot].isCancelled = true
    guard let payload = take(id.slot) else { return nil }
    if entries.elements.count > 2 * count + 16 {
      let slots = slots
      entries.removeAll { !Self.isAsleep($0, in: slots) }
    }
    return payload
  }

  private static func isAsleep(_ entry: Entry, in slots: [Slot]) -> Bool {
    slots[entry.slot].order == entry.order
  }

  /// The payload of a slot, which is free from now on.
  private mutating func take(_ slot: Int) -> Payload? {
    guard let payload = slots[slot].payload.take() else { return nil }
    count -= 1
    free(slot)
    return payload
  }

  private mutating func free(_ slot: Int) {
    slots[slot].order = nil
    freeSlots.append(slot)
  }

  private mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }
}

// MARK: - Time

extension SleeperQueue {
  var nextDeadline: Duration? {
    mutating get {
      while let entry = entries.least, !Self.isAsleep(entry, in: slots) {
        _ = entries.removeLeast()
      }
      return entries.least?.deadline
    }
  }

  var sleepers: [(id: ID, deadline: Duration, payload: Payload)] {
    entries.elements.filter { Self.isAsleep($0, in: slots) }.sorted().compactMap { entry in
      let slot = slots[entry.slot]
      return slot.payload.map { (ID(number: slot.number, slot: entry.slot), entry.deadline, $0) }
    }
  }

  /// Moves time to the next deadline, or to `target` if none is due before.
  ///
  /// - Returns: Whoever is due then, in the order in which they fell asleep.
  mutating func step(towards target: Duration) -> [Payload] {
    guard let deadline = nextDeadline, deadline <= target else {
      now = max(now, target)
      return []
    }
    now = max(now, deadline)
    return takeAll(until: deadline)
  }

  /// Moves time to `target` at once; returns whoever is due by then, in the order of their deadlines.
  mutating func jump(to target: Duration) -> [Payload] {
    now = max(now, target)
    return takeAll(until: target)
  }

  private mutating func takeAll(until deadline: Duration) -> [Payload] {
    let time = deadline.attoseconds
    var due: [Payload] = []
    var popped = 0
    while let entry = entries.least, entry.isDue(at: time) {
      // So many are due that sorting them costs less, and what it costs is paid for by those before.
      if popped > 16 + entries.elements.count / 64 {
        let all = entries.removeLeast { $0.isDue(at: time) }
        due.reserveCapacity(due.count + all.count)
        for entry in all where Self.isAsleep(entry, in: slots) {
          if let payload = take(entry.slot) { due.append(payload) }
        }
        return due
      }
      _ = entries.removeLeast()
      popped += 1
      if Self.isAsleep(entry, in: slots), let payload = take(entry.slot) { due.append(payload) }
    }
    return due
  }
}
