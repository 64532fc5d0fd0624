import Dependence

enum Flights {
  private static let board = Lock(FlightBoard())

  /// Waits for the flight that makes a value, which begins now unless it is under way.
  ///
  /// - Throws: What the factory throws; ``ModuleError`` if it waits for the flight that this is part of.
  nonisolated(nonsending) static func fly(
    _ slot: Slot,
    for product: AnyObject,
    from frame: Frame,
    at site: SourceSite,
    _ make: @escaping @Sendable () async throws -> Void
  ) async throws {
    let place = FlightBoard.Place(root: .init(frame.root), product: .init(product))
    let (flight, isNew) = board.withLock { $0.join(place, for: slot) }
    if isNew {
      // Not a child: who asked first may be cancelled, and the others still want the value.
      Task {
        let error: (any Error)? = await Flight.$current.withValue(flight) {
          do { try await make() } catch { return error }
          return nil
        }
        for waiter in board.withLock({ $0.end(flight, with: error) }) {
          if let error { waiter.resume(throwing: error) } else { waiter.resume() }
        }
      }
    }
    let current = Flight.current
    let ticket = FlightBoard.Ticket()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (waiter: FlightBoard.Waiter) in
        let admission = board.withLock { $0.wait(waiter, as: ticket, for: flight, in: current) }
        switch admission {
        case .waiting:
          // The handler below may have run before the waiter was there to be found.
          guard Task.isCancelled else { return }
          board.withLock { $0.cancel(ticket) }?.resume(throwing: CancellationError())
        case .ended(let error?): waiter.resume(throwing: error)
        case .ended(nil): waiter.resume()
        case .cycle(let chain):
          let slots = [chain.last?.slot].compactMap(\.self) + chain.map(\.slot)
          waiter.resume(throwing: ModuleProblem.cycle(slots).report(at: site, from: frame))
        }
      }
    } onCancel: {
      board.withLock { $0.cancel(ticket) }?.resume(throwing: CancellationError())
    }
  }
}

/// An asynchronous factory that runs, so that others wait for it instead of running it again.
final class Flight: @unchecked Sendable {
  /// The factory that this code is part of; also in a task that it has started.
  @TaskLocal static var current: Flight?

  let slot: Slot
  let place: FlightBoard.Place
  /// The error with which the flight has ended. Unchecked: it is read and written under the lock of the board only.
  var error: (any Error)?

  init(_ slot: Slot, at place: FlightBoard.Place) { (self.slot, self.place) = (slot, place) }
}

extension Flight: Hashable {
  static func == (left: Flight, right: Flight) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
