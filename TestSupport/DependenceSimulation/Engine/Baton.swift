import CSimulationRuntime
import Dependence
import Dispatch

/// The right to run a simulation, which its threads hand to each other. The thread that has the right performs the actions on
/// which the scheduler decides: mostly, it runs steps.
final class Baton: @unchecked Sendable {
  // Unchecked: only the thread that holds the baton reads and writes the variables, and handing over synchronises.
  let core: SimulationCore
  let executor: PoolExecutor
  /// The thread that called ``SimulationCore/run(on:)``, which returns at the end of the run. It runs steps until it has to
  /// hand over, then waits, and may be asked to run steps again.
  let caller = StepThread()
  /// The scope in which the simulation runs, which other threads than the caller's do not know; nil if it was given none.
  let frame = Frame.bound
  private let callerIsMain: Bool
  private let hasMainThread: Bool
  /// True if the thread in `caller` waits for work, and no step was interrupted on it.
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

  /// True if the thread that holds the baton may not perform an action, because of where main-actor code must run.
  func mustHandOver(_ action: Scheduler.Action) -> Bool {
    guard hasMainThread, case .run(let ready) = action else { return false }
    if !core.options.interruptsSteps { return ready.place == .mainActor && !holderIsMain }
    // Another step that is suspended on the main thread would keep the main actor from running.
    return (ready.place == .mainActor) != holderIsMain
  }

  /// Lets another thread perform an action, and run the simulation from then on.
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
