/// The virtual time and the random numbers of the simulation that runs the current code.
///
/// The test values of some dependencies use these sources. Code in a simulation needs no overrides
/// for them.
package enum SimulatedSources {
  // This is a struct because a closure in the generic lock would get another thunk at each access.
  private struct Sources: Sendable {
    var now: @Sendable () -> Duration? = { nil }
    var nextNumber: @Sendable () -> UInt64? = { nil }
  }

  private static let sources = Lock(Sources())

  /// Connects the simulation library to this module.
  ///
  /// - Parameters:
  ///   - now: Returns the virtual time, or `nil` outside a simulation.
  ///   - nextNumber: Returns a random number that the schedule determines, or `nil` outside a
  ///     simulation.
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

  /// Returns a random number that the schedule determines, or `nil` outside a simulation.
  package static func nextNumber() -> UInt64? { sources.withLock { $0 }.nextNumber() }
}
