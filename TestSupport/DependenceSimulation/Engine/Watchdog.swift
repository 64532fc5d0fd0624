import Dependence
import DependenceHarness

/// Ends the process when a job of a simulation blocks its thread for good.
///
/// What such a job waits for is mostly another task of the simulation, which cannot run. No code can be made to
/// return from there, so without this the test would hang for ever.
enum Watchdog {
  private struct State: Sendable {
    var patrol = Patrol()
    var isAwake = false
  }

  /// How long a job may block its thread while the process rests.
  ///
  /// The variable is for our own tests.
  private static let limit: Duration =
    System.environmentVariable("DEPENDENCE_WATCHDOG_MILLISECONDS").flatMap(Int.init)
    .map { .milliseconds($0) } ?? .seconds(60)
  private static let rounds = 60
  private static let state = Lock(State())

  /// Watches a run that begins on this thread.
  static func begin(_ core: SimulationCore) {
    // Only what is at hand: this is done once for each run.
    let frame = Frame.bound
    let isAsleep = state.withLock { state in
      state.patrol.begin(core, in: frame)
      defer { state.isAwake = true }
      return !state.isAwake
    }
    if isAsleep { sleep() }
  }

  static func end(_ core: SimulationCore) {
    state.withLock { $0.patrol.end(core) }
  }

  // Ever and again for as long as something runs, and not one alarm for each run, which would cost it more than
  // all the rest.
  private static func sleep() {
    _ = Alarm(after: limit / rounds, in: nil) {
      let stuck = state.withLock { state in
        state.isAwake = !state.patrol.isEmpty
        return state.patrol.check(limit: rounds)
      }
      if let stuck { report(stuck) }
      if state.withLock(\.isAwake) { sleep() }
    }
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

/// Which runs make no progress: a pure state machine.
struct Patrol: Sendable {
  struct Watch: Sendable {
    let core: SimulationCore
    /// The scope in which it runs, if it was given one.
    let frame: Frame?
    fileprivate var stepCount = -1
    fileprivate var rounds = 0
  }

  private var watches: [Watch] = []

  var isEmpty: Bool { watches.isEmpty }

  mutating func begin(_ core: SimulationCore, in frame: Frame?) {
    watches.append(Watch(core: core, frame: frame))
  }

  mutating func end(_ core: SimulationCore) {
    guard let index = watches.lastIndex(where: { $0.core === core }) else { return }
    watches.remove(at: index)
  }

  /// Looks at every run.
  ///
  /// - Returns: One that has taken no step for `limit` rounds: the innermost, as one that runs another waits for
  ///   it.
  mutating func check(limit: Int) -> Watch? {
    for index in watches.indices {
      let stepCount = watches[index].core.state.withLock { $0.scheduler.stepCount }
      watches[index].rounds = stepCount == watches[index].stepCount ? watches[index].rounds + 1 : 0
      watches[index].stepCount = stepCount
    }
    return watches.last { $0.rounds >= limit }
  }
}
