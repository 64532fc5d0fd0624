import Dependence

/// The simulation operations that test clocks, timers, and fault injection use. These features do
/// not use the module DependenceSimulation directly, so they also work if that module is not
/// linked.
package protocol SimulatedWorld: AnyObject, Sendable {
  var now: Duration { get }

  /// The seed of the random numbers in this simulation. It is chosen, as a part of the schedule,
  /// when it is needed for the first time.
  var randomSeed: UInt64 { get }

  /// Registers a clock with the simulation. From then on, the simulation considers the deadlines of
  /// tasks sleeping on the clock when it advances virtual time.
  func join(_ clock: TestClock)

  /// Lets the simulation choose one of several alternatives, such as one of the possible faults in
  /// a call.
  ///
  /// - Parameters:
  ///   - name: The name of the choice in the report about a failing run.
  ///   - count: The number of alternatives, at least one.
  ///   - describe: A closure that describes the alternative at the given index.
  /// - Returns: The index of the chosen alternative. A search over many runs tries different
  ///   alternatives. When it shrinks a failing run to a simpler one, it prefers index 0.
  func choose(_ name: String, among count: Int, describing describe: (Int) -> String) -> Int

  /// Records that the running code is checking which tasks are asleep on a clock. The result
  /// depends on whether other tasks fall asleep or wake before or after the check. A search, which
  /// runs the test under many schedules, therefore tries both orders.
  func noteReadOfSleepers()

  /// Advances virtual time to `time`, and returns when no task is ready to run. By then, all work
  /// that is due at `time` or earlier has been done.
  func advance(to time: Duration) async

  /// Calls `ring` as soon as no task is ready to run and virtual time will not advance on its own.
  /// Returns an identifier that can be passed to ``cancelIdle(_:)`` to prevent the call.
  func whenIdle(_ ring: @escaping @Sendable () -> Void) -> Int

  /// Cancels the request with the given identifier, so that the closure passed to ``whenIdle(_:)``
  /// is not called.
  func cancelIdle(_ id: Int)
}

/// A namespace for functions that find the simulation that the current code runs in, and that run
/// code outside any simulation.
package enum SimulatedWorlds {
  // Store the closures in a struct. If a `Lock` contained a closure directly, Swift would wrap the
  // closure in another closure at each access, because `Lock` is generic.
  private struct Finder: Sendable {
    var find: @Sendable () -> (any SimulatedWorld)? = { nil }
    var runOutside: @Sendable (() -> Void) -> Void = { $0() }
  }

  private static let finder = Lock(Finder())

  /// Installs the functions that find the current simulation and run code outside it. The module
  /// DependenceSimulation calls this method when a simulation is first used.
  package static func find(
    with find: @escaping @Sendable () -> (any SimulatedWorld)?,
    outside runOutside: @escaping @Sendable (() -> Void) -> Void
  ) {
    finder.withLock { finder in
      finder.find = find
      finder.runOutside = runOutside
    }
  }

  /// The simulation that the current code runs in, or `nil` outside any simulation.
  package static var current: (any SimulatedWorld)? { finder.withLock { $0.find }() }

  /// Whether the current task is setting up a simulation's dependencies. The setup must be the same
  /// for each run, so any random choices made during it must be repeatable.
  @TaskLocal package static var isSettingUp = false

  /// Runs `body`, and any tasks that it creates, outside any simulation.
  ///
  /// Use this method for library code that must keep running after a simulation has ended.
  package static func outside(_ body: () -> Void) { finder.withLock { $0.runOutside }(body) }
}
