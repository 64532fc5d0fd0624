import Dependence

/// An asynchronous factory that runs, so that others wait for it instead of running it again.
final class Flight: Sendable {
  /// The factory that this code is part of; also in a task that it has started.
  @TaskLocal static var current: Flight?

  let slot: Slot

  init(_ slot: Slot) {
    self.slot = slot
  }
}

extension Flight: Hashable {
  static func == (left: Flight, right: Flight) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
