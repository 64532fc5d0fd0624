import Dependence
public import DependenceHarness

/// A world of its own, in which one job runs at a time, and time passes when nothing can run.
public struct Simulation: Sendable {
  let core: SimulationCore

  init(_ core: SimulationCore) {
    self.core = core
  }

  /// The simulation that the running code belongs to; nil outside.
  public static var current: Simulation? { SimulationCore.current.map(Simulation.init) }

  /// The virtual time since the simulation began.
  public var now: Duration { core.now }

  /// A clock that shows ``now``, for dependencies that want one.
  ///
  /// Any `TestClock` that is used in a simulation keeps its time; so do `ContinuousClock` and
  /// `SuspendingClock`.
  public var clock: TestClock { core.clock }

  /// Moves virtual time forward, and returns when everything due by then has run, and nothing can run any
  /// more.
  public func advance(by duration: Duration) async {
    await core.advance(to: now + duration)
  }

  /// Returns when nothing else can run without time passing.
  public func settle() async {
    await core.advance(to: now)
  }

  /// The tasks that have not ended, in the order in which they were made.
  public var unfinishedTasks: [SimulatedTask] {
    core.state.withLock { $0.scheduler.unfinishedTasks }
  }
}
