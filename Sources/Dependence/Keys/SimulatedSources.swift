/// The virtual time and random numbers of the simulation that the current code is running in. A
/// simulation is a test that runs in virtual time, with its tasks in a reproducible order.
///
/// The test values of some dependencies, such as the date, use these sources, so code in a
/// simulation does not have to override those dependencies.
package enum SimulatedSources {
  // The closures are in a struct because of a peculiarity of the compiler. If a closure were stored
  // directly in a generic lock, each access would wrap it in another thunk (adapter function), so
  // the chain of thunks would grow without limit.
  private struct Sources: Sendable {
    var now: @Sendable () -> Duration? = { nil }
    var nextNumber: @Sendable () -> UInt64? = { nil }
  }

  private static let sources = Lock(Sources())

  /// Registers the functions that provide the simulation library's virtual time and random numbers.
  ///
  /// - Parameters:
  ///   - now: A function that returns the virtual time, or `nil` outside a simulation.
  ///   - nextNumber: A function that returns a random number, or `nil` outside a simulation. The
  ///     number is determined by the simulation's schedule, that is, by the order in which tasks
  ///     run.
  package static func connect(
    now: @escaping @Sendable () -> Duration?,
    nextNumber: @escaping @Sendable () -> UInt64?
  ) {
    sources.withLock { sources in
      sources.now = now
      sources.nextNumber = nextNumber
    }
  }

  /// The virtual time of the simulation, or `nil` outside a simulation.
  package static var now: Duration? { sources.withLock { $0 }.now() }

  /// Returns a random number, or `nil` outside a simulation. The number is determined by the
  /// simulation's schedule, that is, by the order in which tasks run.
  package static func nextNumber() -> UInt64? { sources.withLock { $0 }.nextNumber() }
}
