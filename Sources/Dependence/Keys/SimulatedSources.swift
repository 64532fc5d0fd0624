/// The virtual time and the random numbers of the simulation in which the current code runs.
///
/// The test values of some dependencies use these sources, so code in a simulation does not have to
/// override these dependencies.
package enum SimulatedSources {
  // A struct is used because a closure in a generic lock would get another thunk at each access.
  private struct Sources: Sendable {
    var now: @Sendable () -> Duration? = { nil }
    var nextNumber: @Sendable () -> UInt64? = { nil }
  }

  private static let sources = Lock(Sources())

  /// Registers the functions with which the simulation library provides the sources.
  ///
  /// - Parameters:
  ///   - now: A function that returns the virtual time, or `nil` outside a simulation.
  ///   - nextNumber: A function that returns a random number that the schedule determines, or `nil`
  ///     outside a simulation.
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
