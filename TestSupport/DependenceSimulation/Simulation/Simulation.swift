import Dependence
public import DependenceHarness

/// A simulation's body: the asynchronous operation that the simulation runs.
typealias Body<Success> = @Sendable @concurrent (Simulation) async throws -> Success

/// A controlled execution of concurrent code in virtual time, with only one job running at a time.
public struct Simulation: Sendable {
  let core: SimulationCore

  init(_ core: SimulationCore) {
    self.core = core
  }

  /// Whether this process can run simulations. The first access takes a few milliseconds.
  ///
  /// If simulations are not supported, a simulated test fails and reports the reason. To skip the
  /// test instead, add the trait `.enabled(if: Simulation.isSupported)`.
  public static var isSupported: Bool { SimulationSupport.problem == nil }

  /// The simulation that runs the calling code, or `nil` outside a simulation.
  public static var current: Simulation? { SimulationCore.current.map(Simulation.init) }

  /// The virtual time since the simulation began.
  ///
  /// A sleep on one of Swift's clocks ends at a whole nanosecond, and after at most 292 years.
  public var now: Duration { core.now }

  /// A clock that shows the virtual time ``now``, for dependencies that need a clock.
  ///
  /// In a simulation, every `TestClock` shows the simulation's time, and so do `ContinuousClock`
  /// and `SuspendingClock`.
  public var clock: TestClock { core.clock }

  /// Advances virtual time by `duration`, and returns once all work due by then has run.
  ///
  /// A negative duration is reported as an issue and does not change the time.
  public func advance(
    by duration: Duration,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    guard duration >= .zero else {
      let message = """
        Simulation.advance(by: \(duration)) would move virtual time backwards, so the time stays at \(now). Pass a \
        duration of zero or more.
        """
      let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
      return IssuePath.deliver(message, at: site)
    }
    await core.advance(to: now.adding(duration))
  }

  /// Waits until every other task has ended or is waiting, for example for virtual time to advance.
  public func settle() async {
    await core.advance(to: now)
  }

  /// The simulation's unfinished tasks, in order of creation.
  public var unfinishedTasks: [SimulatedTask] {
    core.state.withLock { state in
      state.scheduler.noteReadOfTasks()
      return state.scheduler.unfinishedTasks
    }
  }
}
