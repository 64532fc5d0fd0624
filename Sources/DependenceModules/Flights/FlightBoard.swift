/// The running asynchronous factories, called flights, and the tasks that wait for them.
///
/// This is a state machine without side effects. Its methods return the continuations to resume,
/// and the caller resumes them outside its lock.
struct FlightBoard: Sendable {
  typealias Waiter = CheckedContinuation<Void, any Error>

  /// The identity of a flight. Only one factory runs at a time for each root and product.
  struct Key: Hashable, Sendable {
    let root: ObjectIdentifier
    let product: ObjectIdentifier
  }

  /// The identity of a waiting task, which is used to cancel the wait.
  final class Ticket: Sendable {}

  /// The result of registering a task that waits for a running factory.
  enum Admission {
    case waiting
    /// The factory has already ended, with an error or, if the error is `nil`, with a value.
    case ended((any Error)?)
    /// Waiting would be a deadlock: the factories in this chain wait for the caller's factory.
    case cycle([Flight])
  }

  private struct Wait {
    let ticket: Ticket
    let waiter: Waiter
    let flight: Flight
    /// The running factory to which the waiting code belongs, or `nil` if there is none.
    let current: Flight?
  }

  private var flights: [Key: Flight] = [:]
  /// The waits in progress, in the order in which they began.
  private var waits: [Wait] = []

  /// Returns the running factory for `key`. If none is running, adds a new flight.
  mutating func join(_ key: Key, for slot: Slot) -> (flight: Flight, isNew: Bool) {
    if let known = flights[key] { return (known, false) }
    let new = Flight(slot, for: key)
    flights[key] = new
    return (new, true)
  }

  /// Records that a factory has ended, with a value if `error` is `nil`. Returns the continuations
  /// of the tasks that waited for the factory.
  mutating func end(_ flight: Flight, with error: (any Error)?) -> [Waiter] {
    if isOpen(flight) { flights[flight.key] = nil }
    flight.error = error
    let ended = waits.filter { $0.flight == flight }
    waits.removeAll { $0.flight == flight }
    return ended.map(\.waiter)
  }

  /// Registers a task that waits for a running factory, unless waiting would be a deadlock.
  ///
  /// - Parameter current: The running factory to which the waiting code belongs, or `nil`.
  mutating func wait(
    _ waiter: Waiter,
    as ticket: Ticket,
    for flight: Flight,
    in current: Flight?
  ) -> Admission {
    guard isOpen(flight) else { return .ended(flight.error) }
    // A factory that has ended no longer waits, even if tasks that it started are still running.
    let current = current.flatMap { isOpen($0) ? $0 : nil }
    if let chain = current.flatMap({ chain(from: flight, to: $0) }) { return .cycle(chain) }
    waits.append(Wait(ticket: ticket, waiter: waiter, flight: flight, current: current))
    return .waiting
  }

  mutating func cancel(_ ticket: Ticket) -> Waiter? {
    waits.firstIndex { $0.ticket === ticket }.map { waits.remove(at: $0).waiter }
  }

  private func isOpen(_ flight: Flight) -> Bool { flights[flight.key] == flight }

  /// Returns the chain of factories through which `start` waits for `end`, or `nil` if `start` does
  /// not wait for `end`.
  private func chain(from start: Flight, to end: Flight) -> [Flight]? {
    var seen: Set<Flight> = []
    func search(_ flight: Flight) -> [Flight]? {
      if flight == end { return [flight] }
      guard seen.insert(flight).inserted else { return nil }
      let next = waits.lazy.filter { $0.current == flight }.map(\.flight)
      return next.compactMap(search).first.map { [flight] + $0 }
    }
    return search(start)
  }
}
