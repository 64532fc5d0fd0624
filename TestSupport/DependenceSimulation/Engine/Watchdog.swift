import Dependence
import DependenceHarness

/// Ends the process when a job of a simulation blocks its thread for good.
///
/// What such a job waits for is mostly another task of the simulation, which cannot run. No code can be made to
/// return from there, so without this the test would hang for ever.
enum Watchdog {
  /// The longest time for which a job may block its thread while the process rests.
  ///
  /// The variable is for our own tests.
  private static let limit: Duration =
    System.environmentVariable("DEPENDENCE_WATCHDOG_MILLISECONDS").flatMap(Int.init)
    .map { .milliseconds($0) } ?? .seconds(60)
  private static let rounds = 60
  private static let state = Lock((patrol: Patrol(), isAwake: false))

  static func begin(_ core: SimulationCore) {
    // Only what is at hand: this is done once for each run.
    let watch = Patrol.Watch(core: core, around: SimulationCore.current, frame: Frame.bound)
    let wasAwake = state.withLock { state in
      state.patrol.watches.append(watch)
      defer { state.isAwake = true }
      return state.isAwake
    }
    if !wasAwake { sleep() }
  }

  static func end(_ core: SimulationCore) { state.withLock { $0.patrol.end(core) } }

  // Polls while a run is active: an alarm per run would dominate its cost.
  private static func sleep() {
    _ = Alarm(after: limit / rounds, in: nil) {
      let (stuck, isAwake) = state.withLock { state in
        state.isAwake = !state.patrol.watches.isEmpty
        return (state.patrol.check(limit: rounds), state.isAwake)
      }
      if let stuck { report(stuck) }
      if isAwake { sleep() }
    }
  }

  /// Ends the process, as steps of a simulation hold locks that they need from each other: no code can be made to return
  /// from there.
  ///
  /// - Parameter frame: The scope in which the simulation runs; nil if it was given none.
  static func reportLocks(of core: SimulationCore, in frame: Frame?) -> Never {
    let owner = frame?.root.owner.map { " of the test \"\($0.name)\"" } ?? ""
    let token = core.schedule.seedToken?.description ?? core.trapWord.text
    System.writeToStandardError(
      """
      dependence: this test process ends as a failure, because tasks of a simulation\(owner) wait for each other's \
      locks: each of them holds a lock that another one needs. Take locks in the same order everywhere. Replay the \
      schedule with \(ReplayToken.variable)=\(token)

      """
    )
    System.exitWithFailure()
  }

  private static func report(_ stuck: Patrol.Watch) -> Never {
    let task = stuck.core.state.withLock { $0.scheduler.runningTask }
    let owner = stuck.frame?.root.owner.map { " of the test \"\($0.name)\"" } ?? ""
    System.writeToStandardError(
      """
      dependence: this test process ends as a failure, because a simulation\(owner) hangs: \
      \(task?.description ?? "a job of the runtime") has blocked the thread of its simulation for \(limit). \
      What it waits for may be another task of the simulation, which can run only when this one is \
      suspended. Let tasks await each other, and not block: no semaphores, no locks that are held across \
      an await, no queues that are called synchronously.

      """
    )
    System.exitWithFailure()
  }
}

/// A pure state machine that finds runs without progress.
struct Patrol: Sendable {
  struct Watch: Sendable {
    let core: SimulationCore
    /// The simulation of which a task runs this one, and which takes no step meanwhile.
    var around: SimulationCore?
    /// The scope in which it runs, if it was given one.
    var frame: Frame?
    /// The number of steps at the last look.
    var stepCount = 0
    var rounds = 0
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
      let isResting =
        stepCount == watches[index].stepCount && !watches.contains { $0.around === core }
      watches[index].rounds = isResting ? watches[index].rounds + 1 : 0
      watches[index].stepCount = stepCount
    }
    return watches.first { $0.rounds >= limit }
  }
}
