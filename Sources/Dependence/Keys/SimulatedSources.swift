/// The time and the random numbers of the simulation that the running code belongs to.
///
/// The test values of some dependencies use them, so that code in a simulation needs no overrides for time and chance.
package enum SimulatedSources {
  // A struct, because a closure would be wrapped again at each access to the generic lock.
  private struct Sources: Sendable {
    var now: @Sendable () -> Duration? = { nil }
    var nextNumber: @Sendable () -> UInt64? = { nil }
  }

  private static let sources = Lock(Sources())

  /// Connects a simulation library.
  ///
  /// - Parameters:
  ///   - now: Returns the virtual time, or `nil` outside a simulation.
  ///   - nextNumber: Returns a random number that the schedule decides, or `nil` outside a simulation.
  package static func connect(
    now: @escaping @Sendable () -> Duration?,
    nextNumber: @escaping @Sendable () -> UInt64?
  ) {
    sources.withLock { sources in
      sources.now = now
      sources.nextNumber = nextNumber
    }
  }

  /// The virtual time, or `nil` outside a simulation.
  package static var now: Duration? { sources.withLock { $0 }.now() }

  /// A random number that the schedule decides, or `nil` outside a simulation.
  package static func nextNumber() -> UInt64? { sources.withLock { $0 }.nextNumber() }
}
