import Dependence
public import DependenceHarness

/// The operation that is simulated.
typealias Body<Success> = @Sendable @concurrent (Simulation) async throws -> Success

/// A world of its own, in which one job runs at a time, and time passes when nothing can run.
public struct Simulation: Sendable {
  let core: SimulationCore

  init(_ core: SimulationCore) {
    self.core = core
  }

  /// True if anything can be simulated in this process. Found out once, in a few milliseconds.
  ///
  /// Where nothing can, a simulated test fails and says why. To skip it there instead, give it the trait
  /// `.enabled(if: Simulation.isSupported)`.
  public static var isSupported: Bool { SimulationSupport.problem == nil }

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
  ///
  /// A negative duration is an issue, and moves nothing.
  public func advance(
    by duration: Duration,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    guard duration >= .zero else {
      let message = """
        The simulation was to advance by \(duration), and virtual time does not move backwards: it stays at \
        \(now). Pass a duration that is not negative.
        """
      let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
      return IssuePath.deliver(message, at: site)
    }
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
