import Dependence
import Synchronization

/// The functions of a simulation that clocks and waiting code use. This protocol is separate
/// because such code also works without a simulation.
package protocol SimulatedWorld: AnyObject, Sendable {
  var now: Duration { get }

  /// Registers a clock. The simulation then takes the deadlines of its sleeping tasks into account.
  func join(_ clock: any SimulatedClock)

  /// Chooses one of several alternatives, as a step of the simulated run.
  ///
  /// - Parameters:
  ///   - name: The name of the choice in the report of a failing run.
  ///   - count: The number of alternatives, at least one.
  ///   - describe: Returns the description of the alternative with the given index.
  /// - Returns: The index of the chosen alternative. A search of many runs tries all alternatives,
  ///   and simplifies failing runs by preferring index 0.
  func choose(_ name: String, among count: Int, describing describe: (Int) -> String) -> Int

  /// Advances virtual time to `time`. Returns when all work that is due by then has run and no task
  /// can run any more.
  func advance(to time: Duration) async

  /// Calls `ring` when no task can run any more and virtual time will not advance by itself.
  /// Returns an identifier with which ``cancelIdle(_:)`` cancels the request.
  func whenIdle(_ ring: @escaping @Sendable () -> Void) -> Int

  /// Cancels a request that was made with ``whenIdle(_:)``.
  func cancelIdle(_ number: Int)
}

/// A clock that shows the virtual time of a simulation.
package protocol SimulatedClock: AnyObject, Sendable {
  /// Returns the earliest deadline of the tasks in the simulation `world` that sleep on this clock,
  /// in virtual time, or `nil` if none sleeps.
  func nextDeadline(in world: any SimulatedWorld) -> Duration?

  func wakeDue(in world: any SimulatedWorld)
}

/// Access to the simulation in which the current code runs, if there is one.
package enum SimulatedWorlds {
  private static let isConnected = Atomic(false)
  // A struct holds the closures because Swift would otherwise wrap them again at each access
  // through a generic type such as `Lock`.
  private struct Finder: Sendable {
    var find: @Sendable () -> (any SimulatedWorld)? = { nil }
    var runOutside: @Sendable (() -> Void) -> Void = { $0() }
  }

  private static let finder = Lock(Finder())

  /// Installs functions that find the current simulation and run code outside it. The simulation
  /// product calls this method when it is first used.
  package static func find(
    with find: @escaping @Sendable () -> (any SimulatedWorld)?,
    outside runOutside: @escaping @Sendable (() -> Void) -> Void
  ) {
    finder.withLock { finder in
      finder.find = find
      finder.runOutside = runOutside
    }
    isConnected.store(true, ordering: .releasing)
  }

  /// The simulation to which the running code belongs, or `nil` outside every simulation.
  package static var current: (any SimulatedWorld)? {
    guard isConnected.load(ordering: .acquiring) else { return nil }
    return finder.withLock { $0.find }()
  }

  /// Whether this task is setting up the dependencies for a simulation. Random choices must then be
  /// repeatable, because the setup has to be the same for each run.
  @TaskLocal package static var isSettingUp = false

  /// Runs `body` outside every simulation. Tasks that `body` creates also run outside.
  ///
  /// Use this method for supporting code that must continue after the simulation has ended.
  package static func outside(_ body: () -> Void) {
    guard isConnected.load(ordering: .acquiring) else { return body() }
    finder.withLock { $0.runOutside }(body)
  }
}
