/// Every flight of the process, and who waits for it.
///
/// A state machine: what has to be done about a change is returned, and done outside the lock.
struct FlightBoard: Sendable {
  typealias Waiter = CheckedContinuation<Void, any Error>

  /// The subject of one flight at a time: a product of one root.
  struct Place: Hashable, Sendable {
    let root: ObjectIdentifier
    let product: ObjectIdentifier
  }

  /// One wait, told from others by its identity.
  final class Ticket: Sendable {}

  /// The fate of somebody who wants to wait.
  enum Admission {
    case waiting
    /// The flight has ended meanwhile, with this error or with a value.
    case ended((any Error)?)
    /// The flight waits for the one that wants to wait, along these.
    case cycle([Flight])
  }

  private struct Wait {
    let ticket: Ticket
    let waiter: Waiter
    let flight: Flight
    /// The flight that the waiter is part of.
    let current: Flight?
  }

  private var flights: [Place: Flight] = [:]
  /// The waits that go on, in the order in which they began.
  private var waits: [Wait] = []

  /// The flight at a place; one begins if there is none.
  mutating func join(_ place: Place, for slot: Slot) -> (flight: Flight, isNew: Bool) {
    if let known = flights[place] { return (known, false) }
    let new = Flight(slot, at: place)
    flights[place] = new
    return (new, true)
  }

  /// Ends a flight, with an error or with a value; returns who has to be told.
  mutating func end(_ flight: Flight, with error: (any Error)?) -> [Waiter] {
    if isOpen(flight) { flights[flight.place] = nil }
    flight.error = error
    let ended = waits.filter { $0.flight == flight }
    waits.removeAll { $0.flight == flight }
    return ended.map(\.waiter)
  }

  /// Lets somebody wait for a flight, who may be part of another one.
  mutating func wait(
    _ waiter: Waiter,
    as ticket: Ticket,
    for flight: Flight,
    in current: Flight?
  ) -> Admission {
    guard isOpen(flight) else { return .ended(flight.error) }
    // A flight that has ended waits for nothing, whatever goes on that it has started.
    let current = current.flatMap { isOpen($0) ? $0 : nil }
    if let chain = current.flatMap({ chain(from: flight, to: $0) }) { return .cycle(chain) }
    waits.append(Wait(ticket: ticket, waiter: waiter, flight: flight, current: current))
    return .waiting
  }

  mutating func cancel(_ ticket: Ticket) -> Waiter? {
    waits.firstIndex { $0.ticket === ticket }.map { waits.remove(at: $0).waiter }
  }

  private func isOpen(_ flight: Flight) -> Bool { flights[flight.place] == flight }

  /// The chain by which `start` waits for `end`, one flight after the other; nil if it does not.
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
