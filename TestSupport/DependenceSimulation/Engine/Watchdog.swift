import Dependence
import DependenceHarness

/// A timer that ends the process when a simulated job blocks its thread permanently.
///
/// Such a job is usually waiting for another task in the simulation, which cannot run in the
/// meantime. Blocked code cannot be interrupted, so without the watchdog, the test would hang
/// forever.
enum Watchdog {
  /// The time after which a simulation counts as blocked if it has not begun a new step. It is
  /// measured by an `Alarm`, which waits longer while the process is busy.
  ///
  /// An environment variable can replace the usual limit of 60 seconds. The variable exists only so
  /// that this package's own tests of the watchdog need not wait that long.
  private static let limit: Duration =
    System.environmentVariable("DEPENDENCE_WATCHDOG_MILLISECONDS").flatMap(Int.init)
    .map { .milliseconds($0) } ?? .seconds(60)
  private static let rounds = 60
  /// The factor by which the limit is multiplied if the process is busy all the time. For example,
  /// the blocked job may run a loop that waits for a spin lock.
  private static let busyFactor = 5
  private static let state = Lock((detector: HangDetector(), isAwake: false))

  static func begin(_ core: SimulationCore) {
    // This function runs at the start of each simulation, so it must be fast. Instead of computing
    // the test's name for a possible error message, store only the scope that the name can be
    // derived from.
    let watch = HangDetector.Watch(core: core, around: SimulationCore.current, frame: Frame.bound)
    let wasAwake = state.withLock { state in
      state.detector.watches.append(watch)
      defer { state.isAwake = true }
      return state.isAwake
    }
    if !wasAwake { sleep() }
  }

  static func end(_ core: SimulationCore) { state.withLock { $0.detector.end(core) } }

  // Starts an alarm that checks all active simulations. A single alarm serves all of them, because
  // an alarm for each run would be too expensive.
  private static func sleep() {
    _ = Alarm(after: limit / rounds, busyLimit: limit / rounds * busyFactor, in: nil) { _ in
      let (stuck, isAwake) = state.withLock { state in
        state.isAwake = !state.detector.watches.isEmpty
        return (state.detector.check(limit: rounds), state.isAwake)
      }
      if let stuck { report(stuck) }
      if isAwake { sleep() }
    }
  }

  /// Ends the process because a simulation's tasks are deadlocked: each of them is waiting for a
  /// lock that another one holds.
  static func reportLocks(of core: SimulationCore) -> Never {
    let watch = state.withLock { $0.detector.watches.first { $0.core === core } }
    System.writeToStandardError(
      """
      dependence: The test process exits with a failure, because tasks of a simulation\(watch?.inTest ?? "") are \
      deadlocked: each of them holds a lock that another one needs. Acquire the locks in the same order everywhere. To \
      run the tasks in the same order again, set \(ReplayToken.variable)=\(core.tokenText)

      """
    )
    System.exitWithFailure()
  }

  private static func report(_ stuck: HangDetector.Watch) -> Never {
    let task = stuck.core.state.withLock { $0.scheduler.runningTask }
    System.writeToStandardError(
      """
      dependence: The test process exits with a failure, because a simulation\(stuck.inTest) hangs: \
      \(task?.description ?? "a job of the Swift runtime") has blocked the thread of its simulation for at least \
      \(limit). It may be waiting for another task of the simulation, which can run only while this one is suspended. \
      Use 'await' to wait for other tasks. Do not wait for a semaphore, hold a lock across an 'await', call a queue \
      synchronously, or wait in a loop without an 'await'. To run the tasks in the same order again, set \
      \(ReplayToken.variable)=\(stuck.core.tokenText)

      """
    )
    System.exitWithFailure()
  }
}

/// A state machine that finds simulations that have not begun a step for a long time.
struct HangDetector: Sendable {
  struct Watch: Sendable {
    let core: SimulationCore
    /// The simulation that contains this simulation, or `nil` if there is none. While the inner
    /// simulation runs, the outer one takes no steps, but must not count as hanging.
    var around: SimulationCore?
    /// The dependency scope that the run was started in. Error messages take the test's name from
    /// this scope. It is stored here because the thread that reports a hang does not inherit it.
    var frame: Frame?
    /// The number of steps that the simulation had taken at the previous check.
    var stepCount = 0
    var rounds = 0

    /// The part of an error message that names the test whose simulation hangs, or an empty string
    /// if there is no test.
    var inTest: String { frame?.root.owner.map { " in the test \"\($0.name)\"" } ?? "" }
  }

  var watches: [Watch] = []

  mutating func end(_ core: SimulationCore) {
    guard let index = watches.lastIndex(where: { $0.core === core }) else { return }
    watches.remove(at: index)
  }

  mutating func check(limit: Int) -> Watch? {
    for index in watches.indices {
      let core = watches[index].core
      let stepCount = core.state.withLock { $0.scheduler.stepCount }
      let isStalled =
        stepCount == watches[index].stepCount && !watches.contains { $0.around === core }
      watches[index].rounds = isStalled ? watches[index].rounds + 1 : 0
      watches[index].stepCount = stepCount
    }
    return watches.first { $0.rounds >= limit }
  }
}
