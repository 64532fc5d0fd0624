import Dependence

/// The factory that runs here, and those that wait for it.
final class Building: Sendable {
  @TaskLocal static var current: Building?

  let slot: Slot
  let registration: any AnyRegistration
  let outer: Building?

  private init(_ slot: Slot, _ registration: any AnyRegistration, in outer: Building?) {
    self.slot = slot
    self.registration = registration
    self.outer = outer
  }

  /// Runs a factory.
  static func enter<Value>(
    _ slot: TypedSlot<Value>,
    _ registration: Registration<Value>,
    _ make: () -> Value
  ) -> Value {
    let building = Building(slot, registration, in: current)
    if Rehearsal.isAnyRunning { Rehearsal.willMake(building) }
    return $current.withValue(building, operation: make)
  }

  /// The slots that are being made here, outermost first.
  var chain: [Slot] { (outer?.chain ?? []) + [slot] }
}
