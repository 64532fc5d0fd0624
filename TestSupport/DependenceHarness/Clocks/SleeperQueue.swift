/// The tasks that sleep on a test clock, with their deadlines, as a state machine without a lock.
///
/// Its methods never wake a task. They return the sleepers, and ``TestClock`` wakes them.
///
/// - Complexity: O(log *n*) to add or wake a sleeper, and amortized O(1) to cancel one.
struct SleeperQueue<Payload> {
  struct ID: Hashable, Sendable {
    fileprivate let number: Int
    fileprivate let slot: Int
  }

  /// The result of a request to sleep.
  enum Beginning: Sendable, Hashable {
    case asleep
    case due
    case cancelled
  }

  private struct Entry: Comparable, Sendable {
    // The deadline is stored as an integer because integers compare faster than `Duration` values.
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

  /// The reusable storage for one sleeping task. Reuse changes `number` and `order`, which makes
  /// older IDs and heap entries invalid.
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
  // Entries of cancelled sleepers stay in the heap until they are due or make up more than half of
  // it. Removing each one at once would be slow.
  private var entries = Heap<Entry>()
  /// The number of heap entries, including those of cancelled sleepers.
  var entryCount: Int { entries.elements.count }
  /// The number of storage slots, which is the largest number of simultaneous sleepers so far.
  var slotCount: Int { slots.count }
  /// The last number that was assigned, either to identify a sleep or to order the sleepers.
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

  /// Puts a task to sleep, unless its deadline has passed or its sleep was cancelled before it
  /// began.
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

  /// Removes a sleeping task before it is due. If the task is not asleep yet, its sleep will not
  /// begin.
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

  /// Removes the payload from a slot, which stores one sleeper, and marks the slot as free.
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

  /// Moves time to the next deadline, or to `target` if no task is due by then.
  ///
  /// - Returns: The sleepers that are due at the deadline, in the order in which they fell asleep.
  mutating func step(towards target: Duration) -> [Payload] {
    guard let deadline = nextDeadline, deadline <= target else {
      now = max(now, target)
      return []
    }
    now = max(now, deadline)
    return takeAll(until: deadline)
  }

  /// Moves time directly to `target`, and returns the sleepers that are due by then, in order of
  /// deadline.
  mutating func jump(to target: Duration) -> [Payload] {
    now = max(now, target)
    return takeAll(until: target)
  }

  private mutating func takeAll(until deadline: Duration) -> [Payload] {
    let time = deadline.attoseconds
    var due: [Payload] = []
    var popped = 0
    while let entry = entries.least, entry.isDue(at: time) {
      // Popping many due entries one at a time is slower than sorting them once. At this point, a
      // scan of all entries costs about as much as the pops so far.
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
