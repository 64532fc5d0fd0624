/// Every flight of the process, who waits for it, and which flights wait for which.
///
/// A state machine: what has to be done about a change is returned, and done outside the lock.
struct FlightBoard: Sendable {
  typealias Waiter = CheckedContinuation<Void, any Error>

  /// The subject of one flight at a time: a product of one root.
  struct Place: Hashable, Sendable {
    let root: ObjectIdentifier
    let product: ObjectIdentifier
  }

  /// The fate of somebody who wants to wait.
  enum Admission {
    case waiting
    /// The flight has ended meanwhile.
    case ended
    case cancelled
    /// The flight waits for the one that wants to wait, along these.
    case cycle([Flight])
  }

  private var flights: [Place: Flight] = [:]
  private var waiters: [Flight: [Int: Waiter]] = [:]
  /// The flights that a flight waits for, by the number of who waits in it.
  private var awaited: [Flight: [Int: Flight]] = [:]
  /// Waits that were cancelled before they began.
  private var cancelled: Set<Int> = []
  private var nextNumber = 0

  /// The flight at a place; `make` begins one if there is none.
  mutating func join(_ place: Place, make: () -> Flight) -> (flight: Flight, isNew: Bool) {
    if let known = flights[place] { return (known, false) }
    let new = make()
    flights[place] = new
    waiters[new] = [:]
    return (new, true)
  }

  /// Ends a flight; returns who has to be told.
  mutating func end(_ flight: Flight, at place: Place) -> [Waiter] {
    flights[place] = nil
    return waiters.removeValue(forKey: flight)?.sorted { $0.key < $1.key }.map(\.value) ?? []
  }

  mutating func takeNumber() -> Int {
    nextNumber += 1
    return nextNumber
  }

  /// Lets somebody wait for a flight, who may be part of another one.
  mutating func wait(
    _ waiter: Waiter,
    as number: Int,
    for flight: Flight,
    in current: Flight?
  ) -> Admission {
    if cancelled.contains(number) { return .cancelled }
    guard waiters[flight] != nil else { return .ended }
    // A flight that has ended waits for nothing, whatever goes on that it has started.
    if let current, waiters[current] != nil {
      if let chain = chain(from: flight, to: current) { return .cycle(chain) }
      awaited[current, default: [:]][number] = flight
    }
    waiters[flight]?[number] = waiter
    return .waiting
  }

  mutating func cancel(_ number: Int) -> Waiter? {
    for flight in waiters.keys {
      if let waiter = waiters[flight]?.removeValue(forKey: number) { return waiter }
    }
    cancelled.insert(number)
    return nil
  }

  mutating func forget(_ number: Int, in current: Flight?) {
    cancelled.remove(number)
    guard let current else { return }
    awaited[current]?[number] = nil
    if awaited[current]?.isEmpty == true { awaited[current] = nil }
  }

  /// The chain by which `start` waits for `end`, one flight after the other; nil if it does not.
  private func chain(from start: Flight, to end: Flight) -> [Flight]? {
    var seen: Set<Flight> = []
    func search(_ flight: Flight) -> [Flight]? {
      if flight == end { return [flight] }
      guard seen.insert(flight).inserted else { return nil }
      let next = (awaited[flight] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
      return next.lazy.compactMap(search).first.map { [flight] + $0 }
    }
    return search(start)
  }
}
