/// Who sleeps, until when: the whole of a test clock but for its lock.
///
/// A pure state machine. Its methods return what has to be woken, and never wake anything.
///
/// - Complexity: O(log *n*) for each sleeper that comes or is woken; O(1), amortised, for one that
///   is cancelled.
struct SleeperQueue<Payload> {
  /// Names one sleep.
  struct ID: Hashable, Sendable {
    fileprivate let number: Int
  }

  /// A due time, and the order among equals.
  private struct Entry: Comparable, Sendable {
    let deadline: Duration
    let id: ID

    static func < (left: Entry, right: Entry) -> Bool {
      (left.deadline, left.id.number) < (right.deadline, right.id.number)
    }
  }

  /// The present.
  private(set) var now = Duration.zero
  private var payloads: [ID: (deadline: Duration, payload: Payload)] = [:]
  // Entries of cancelled sleepers stay until they are due, or are half of all.
  private var entries = Heap<Entry>()
  private var nextNumber = 0

  /// How many sleep.
  var count: Int { payloads.count }

  /// The first time at which somebody is due.
  var nextDeadline: Duration? {
    mutating get {
      while let entry = entries.least, payloads[entry.id] == nil { _ = entries.removeLeast() }
      return entries.least?.deadline
    }
  }

  /// Everybody who sleeps, in the order in which they are due.
  var sleepers: [(id: ID, deadline: Duration, payload: Payload)] {
    payloads.map { ($0.key, $0.value.deadline, $0.value.payload) }
      .sorted { ($0.deadline, $0.id.number) < ($1.deadline, $1.id.number) }
  }

  /// A name for a sleep that is about to begin.
  mutating func makeID() -> ID {
    defer { nextNumber += 1 }
    return ID(number: nextNumber)
  }

  /// Puts somebody to sleep; false if the deadline has passed already.
  mutating func insert(_ payload: Payload, as id: ID, until deadline: Duration) -> Bool {
    guard deadline > now else { return false }
    payloads[id] = (deadline, payload)
    entries.insert(Entry(deadline: deadline, id: id))
    return true
  }

  /// Takes a sleeper out before it is due.
  mutating func remove(_ id: ID) -> Payload? {
    guard let sleeper = payloads.removeValue(forKey: id) else { return nil }
    if entries.elements.count > 2 * payloads.count + 16 {
      entries.removeAll { payloads[$0.id] == nil }
    }
    return sleeper.payload
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
    var due: [Payload] = []
    while nextDeadline == deadline, let entry = entries.removeLeast() {
      if let sleeper = payloads.removeValue(forKey: entry.id) { due.append(sleeper.payload) }
    }
    return due
  }
}

extension SleeperQueue: Sendable where Payload: Sendable {}
