/// A priority queue of the tasks sleeping on a test clock, ordered by deadline.
///
/// The queue does no locking of its own and never resumes tasks. For each task, it stores a
/// payload, such as the continuation that resumes the task. Its methods return the payloads of the
/// tasks that are due, and ``TestClock`` resumes those tasks.
///
/// - Complexity: O(log *n*) to add or wake a task, where *n* is the number of sleeping tasks, and
///   amortized O(1) to cancel a sleep.
struct SleeperQueue<Payload> {
  struct ID: Hashable, Sendable {
    fileprivate let number: Int
    fileprivate let slot: Int
  }

  /// The outcome of an attempt to put a task to sleep with ``begin(_:until:_:)``: the task is
  /// asleep, its deadline has already passed, or its sleep was cancelled.
  enum Beginning: Sendable, Hashable {
    case asleep
    case due
    case cancelled
  }

  private struct Entry: Comparable, Sendable {
    let deadline: Duration
    let order: Int
    let slot: Int

    static func < (left: Entry, right: Entry) -> Bool {
      (left.deadline, left.order) < (right.deadline, right.order)
    }
  }

  /// Storage for one sleeping task, reused for another task after this one wakes. `number`
  /// identifies the sleep, and `order` identifies its entry in the heap of deadlines. Each sleep
  /// gets new numbers, so an identifier or a heap entry of an earlier sleep in the same slot no
  /// longer matches.
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
  // The deadlines of the sleeping tasks, in a min-heap. When a sleep is cancelled, its entry stays
  // in the heap, because removing entries one at a time would be slow. Such stale entries are
  // removed when they reach the top, or all at once when they outnumber the valid entries.
  private var entries = Heap<Entry>()
  /// The number of entries in the heap of deadlines, including the stale entries of cancelled
  /// sleeps.
  var entryCount: Int { entries.elements.count }
  /// The number of slots created so far, each of which stores one sleeping task at a time. Slots
  /// are reused, so this is the largest number of tasks that have used the queue simultaneously.
  var slotCount: Int { slots.count }
  /// The most recently assigned number. Each sleep gets two numbers from the same sequence. The
  /// first is assigned before the task suspends, and identifies the sleep. The second is assigned
  /// when the task falls asleep. Tasks with the same deadline wake in the order of their second
  /// numbers.
  private(set) var lastNumber = 0

  init(now: Duration = .zero) { self.now = now }
}

extension SleeperQueue.Slot: Sendable where Payload: Sendable {}
extension SleeperQueue: Sendable where Payload: Sendable {}

// MARK: - Starting and ending sleeps

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

  /// Puts the task with the given identifier to sleep until `deadline`. If the deadline has already
  /// passed, or if ``cancel(_:)`` has already been called with this identifier, the task does not
  /// go to sleep.
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

  /// Cancels the sleep with the given identifier, and returns its payload so that the caller can
  /// resume the task. Returns `nil` if the task has already woken or has not gone to sleep yet. In
  /// the latter case, a later call to ``begin(_:until:_:)`` does not put it to sleep.
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

  /// Removes the sleeping task stored in the given slot, frees the slot for other tasks, and
  /// returns the task's payload. Returns `nil` if the slot stores no sleeping task.
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

  /// Returns `true` if a sleep with the given number or a smaller one is still in progress.
  ///
  /// Sleeps are numbered in the order in which they begin. To find out later whether all sleeps
  /// that have begun so far are over, save the current ``lastNumber`` and pass it to this method.
  func hasSleeper(since number: Int) -> Bool {
    slots.contains { $0.payload != nil && $0.number <= number }
  }

  /// Advances time to the earliest deadline, or to `target` if all deadlines are later than that.
  ///
  /// - Returns: The payloads of the tasks that are due at the earliest deadline, in the order in
  ///   which they fell asleep. The array is empty if all deadlines are later than `target`.
  mutating func step(towards target: Duration) -> [Payload] {
    guard let deadline = nextDeadline, deadline <= target else {
      now = max(now, target)
      return []
    }
    now = max(now, deadline)
    return takeAll(until: deadline)
  }

  /// Advances time directly to `target`, and returns the payloads of all tasks that are due by
  /// then, ordered by deadline.
  mutating func jump(to target: Duration) -> [Payload] {
    now = max(now, target)
    return takeAll(until: target)
  }

  private mutating func takeAll(until deadline: Duration) -> [Payload] {
    var due: [Payload] = []
    while let entry = entries.least, entry.deadline <= deadline {
      _ = entries.removeLeast()
      if Self.isAsleep(entry, in: slots), let payload = take(entry.slot) { due.append(payload) }
    }
    return due
  }
}
