import CSimulationRuntime
import Dispatch

/// The right to run a simulation, which its threads hand to each other.
final class Baton: @unchecked Sendable {
  // Unchecked: only the thread that holds the baton reads and writes the variables, and handing over synchronises.
  let core: SimulationCore
  let executor: PoolExecutor
  /// The thread that waits for the end of the run. It runs steps, too.
  let caller = StepThread()
  private let callerIsMain: Bool
  private let hasMainThread: Bool
  /// True if the caller runs nothing, and no step is suspended on it.
  var isCallerIdle = false
  private(set) var holder: StepThread
  private(set) var holderIsMain: Bool

  init(_ core: SimulationCore, _ executor: PoolExecutor) {
    self.core = core
    self.executor = executor
    hasMainThread = core.options.mainActor == .real
    callerIsMain = hasMainThread && MainThread.isCurrent
    holder = caller
    holderIsMain = callerIsMain
  }

  /// Says that a thread holds the baton from now on.
  func arrive(at thread: StepThread, isMain: Bool? = nil) {
    holder = thread
    holderIsMain = isMain ?? (thread === caller && callerIsMain)
  }

  /// True if the thread that holds the baton may not do this.
  func mustHandOver(_ action: Scheduler.Action) -> Bool {
    guard hasMainThread, case .run(let ready) = action else { return false }
    if !core.options.interruptsSteps { return ready.place == .mainActor && !holderIsMain }
    // Another step that is suspended on the main thread would keep the main actor from running.
    return (ready.place == .mainActor) != holderIsMain
  }

  /// Lets another thread do this, and whatever comes then.
  func handOver(_ action: Scheduler.Action) {
    switch action {
    case .resume(let thread):
      thread.send(.resume)
    case .run(let ready) where ready.place == .mainActor && hasMainThread && !callerIsMain:
      // The queue is none of the simulation's.
      let before = simulation_leave_all()
      DispatchQueue.main.async { [self] in
        _ = core.work(on: StepThread(), with: self, beginningWith: action, isMain: true)
      }
      simulation_leave(before)
    case .run(let ready) where ready.place == .mainActor && callerIsMain:
      isCallerIdle = false
      caller.send(.work(self, action))
    default:
      guard isCallerIdle, !callerIsMain else { return StepThread.begin(.work(self, action)) }
      isCallerIdle = false
      caller.send(.work(self, action))
    }
  }
}
