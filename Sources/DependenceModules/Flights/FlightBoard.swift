/// The running asynchronous factories (flights) of the process, and the tasks that wait for them.
///
/// This is a state machine without side effects. Its methods return the continuations to resume, so
/// that the caller resumes them outside the lock.
struct FlightBoard: Sendable {
  typealias Waiter = CheckedContinuation<Void, any Error>

  /// The identity of a running factory: at most one runs for each root and product at a time.
  struct Key: Hashable, Sendable {
    let root: ObjectIdentifier
    let product: ObjectIdentifier
  }

  /// The identity of one waiting task, for its cancellation.
  final class Ticket: Sendable {}

  /// The result of a request to wait for a running factory.
  enum Admission {
    case waiting
    /// The factory has already ended, with an error or, if the error is `nil`, with a value.
    case ended((any Error)?)
    /// A deadlock, because the factories in this chain already wait for the caller's factory.
    case cycle([Flight])
  }

  private struct Wait {
    let ticket: Ticket
    let waiter: Waiter
    let flight: Flight
    /// The running factory that the waiting task is part of, or `nil` if it is part of none.
    let current: Flight?
  }

  private var flights: [Key: Flight] = [:]
  /// The current waits, in the order in which they began.
  private var waits: [Wait] = []

  /// Returns the running factory for `key`, and adds a new one if there is none.
  mutating func join(_ key: Key, for slot: Slot) -> (flight: Flight, isNew: Bool) {
    if let known = flights[key] { return (known, false) }
    let new = Flight(slot, for: key)
    flights[key] = new
    return (new, true)
  }

  /// Ends the run of a factory, with a value if `error` is `nil`. Returns the continuations to
  /// resume.
  mutating func end(_ flight: Flight, with error: (any Error)?) -> [Waiter] {
    if isOpen(flight) { flights[flight.key] = nil }
    flight.error = error
    let ended = waits.filter { $0.flight == flight }
    waits.removeAll { $0.flight == flight }
    return ended.map(\.waiter)
  }

  /// Registers a task that waits for a running factory.
  ///
  /// - Parameter current: The factory that the task itself is part of, or `nil` if there is none.
  mutating func wait(
    _ waiter: Waiter,
    as ticket: Ticket,
    for flight: Flight,
    in current: Flight?
  ) -> Admission {
    guard isOpen(flight) else { return .ended(flight.error) }
    // A factory that has ended no longer waits, even if tasks that it has started still run.
    let current = current.flatMap { isOpen($0) ? $0 : nil }
    if let chain = current.flatMap({ chain(from: flight, to: $0) }) { return .cycle(chain) }
    waits.append(Wait(ticket: ticket, waiter: waiter, flight: flight, current: current))
    return .waiting
  }

  mutating func cancel(_ ticket: Ticket) -> Waiter? {
    waits.firstIndex { $0.ticket === ticket }.map { waits.remove(at: $0).waiter }
  }

  private func isOpen(_ flight: Flight) -> Bool { flights[flight.key] == flight }

  /// Returns the chain of factories through which `start` waits for `end`, or `nil` if it does not.
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
