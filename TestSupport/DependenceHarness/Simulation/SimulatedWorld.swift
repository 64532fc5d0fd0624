import Dependence
import Synchronization

/// A simulation, as far as clocks and waits have to know it: they work without one, too.
package protocol SimulatedWorld: AnyObject, Sendable {
  var now: Duration { get }

  /// Asks a clock for its deadlines from now on.
  func join(_ clock: any SimulatedClock)

  /// Makes a choice that is part of the schedule.
  ///
  /// - Parameters:
  ///   - name: The text by which the steps of a failing run name the choice.
  ///   - count: The number of alternatives, at least one.
  ///   - describe: Returns the description of the alternative with an index.
  /// - Returns: The index of an alternative. A search tries all of them, and prefers the first one for failing runs.
  func choose(_ name: String, among count: Int, describing describe: (Int) -> String) -> Int

  /// Moves time, and returns when everything due by then has run and nothing can run any more.
  func advance(to time: Duration) async

  /// Calls back when nothing can run any more, and no time will pass by itself.
  func whenIdle(_ ring: @escaping @Sendable () -> Void) -> Int

  /// Takes that back.
  func cancelIdle(_ number: Int)
}

/// A clock that keeps the time of a simulation.
package protocol SimulatedClock: AnyObject, Sendable {
  /// The deadline of the first sleeper, in the time of the simulation.
  func nextDeadline(in world: any SimulatedWorld) -> Duration?

  func wakeDue(in world: any SimulatedWorld)
}

/// The way to the simulation that code runs in.
package enum SimulatedWorlds {
  private static let isConnected = Atomic(false)
  // A struct: Swift wraps a bare closure that is generic state once more each time it is looked at.
  private struct Finder: Sendable {
    var find: @Sendable () -> (any SimulatedWorld)? = { nil }
    var runOutside: @Sendable (() -> Void) -> Void = { $0() }
  }

  private static let finder = Lock(Finder())

  /// Says how to find it. Called by the simulation when it is first used.
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

  /// The simulation that the running code belongs to; nil outside.
  package static var current: (any SimulatedWorld)? {
    guard isConnected.load(ordering: .acquiring) else { return nil }
    return finder.withLock { $0.find }()
  }

  /// Whether this task sets up the dependencies of a simulation that is about to run. Random choices made meanwhile must be
  /// the same in each run.
  @TaskLocal package static var isSettingUp = false

  /// Runs `body` as code that belongs to no simulation: so do the tasks that it makes.
  ///
  /// For what serves the test around a simulation, and goes on when that is over.
  package static func outside(_ body: () -> Void) {
    guard isConnected.load(ordering: .acquiring) else { return body() }
    finder.withLock { $0.runOutside }(body)
  }
}
