import Dependence
import Synchronization

/// The part of a simulation that clocks and waits use. They also work without a simulation.
package protocol SimulatedWorld: AnyObject, Sendable {
  var now: Duration { get }

  /// Registers a clock, so that the simulation takes the deadlines of its sleepers into account.
  func join(_ clock: any SimulatedClock)

  /// Makes a choice that is part of the schedule.
  ///
  /// - Parameters:
  ///   - name: The name of the choice in the list of steps of a failing run.
  ///   - count: The number of alternatives, at least one.
  ///   - describe: Returns the description of the alternative with the given index.
  /// - Returns: The index of the chosen alternative. A search tries all of them. For failing runs,
  ///   it prefers the first one.
  func choose(_ name: String, among count: Int, describing describe: (Int) -> String) -> Int

  /// Advances virtual time to `time`. Returns when everything due by then has run and no task can
  /// run any more.
  func advance(to time: Duration) async

  /// Calls `ring` when no task can run any more and virtual time will not advance by itself.
  /// Returns an identifier for ``cancelIdle(_:)``.
  func whenIdle(_ ring: @escaping @Sendable () -> Void) -> Int

  /// Cancels a call that was requested with ``whenIdle(_:)``.
  func cancelIdle(_ number: Int)
}

/// A clock that shows the virtual time of a simulation.
package protocol SimulatedClock: AnyObject, Sendable {
  /// Returns the earliest deadline of a sleeping task in the virtual time of `world`, or `nil` if
  /// no task of `world` sleeps on this clock.
  func nextDeadline(in world: any SimulatedWorld) -> Duration?

  func wakeDue(in world: any SimulatedWorld)
}

/// Access to the simulation in which the current code runs, if there is one.
package enum SimulatedWorlds {
  private static let isConnected = Atomic(false)
  // The closures are stored in a struct, because Swift would wrap a bare closure again at each
  // access to a generic type such as `Lock`.
  private struct Finder: Sendable {
    var find: @Sendable () -> (any SimulatedWorld)? = { nil }
    var runOutside: @Sendable (() -> Void) -> Void = { $0() }
  }

  private static let finder = Lock(Finder())

  /// Installs the functions that find the current simulation and leave it. The simulation calls
  /// this method when it is first used.
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

  /// Whether this task sets up the dependencies of a simulation that is about to run. Random
  /// choices during the setup must be the same in each run.
  @TaskLocal package static var isSettingUp = false

  /// Runs `body` outside every simulation. The tasks that it creates run outside, too.
  ///
  /// This is for code that supports the test and continues after the simulation ends.
  package static func outside(_ body: () -> Void) {
    guard isConnected.load(ordering: .acquiring) else { return body() }
    finder.withLock { $0.runOutside }(body)
  }
}
