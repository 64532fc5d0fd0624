import CSimulationRuntime
import Dispatch

/// A token that ensures that only one thread of a simulation runs at a time. The thread that holds
/// the baton performs the actions that the scheduler chooses, until it passes the baton to another
/// thread. All other threads of the simulation wait.
final class Baton: @unchecked Sendable {
  // `@unchecked Sendable` because only the thread that holds the baton accesses this object's
  // variables, and passing the baton synchronizes the threads.
  let core: SimulationCore
  let executor: PoolExecutor
  /// The thread that called ``SimulationCore/run(on:)``. It performs the scheduler's actions until
  /// another thread must take over, and then waits for more actions or for the end of the run.
  let caller = StepThread()
  private let callerIsMain: Bool
  private let hasMainThread: Bool
  /// Whether ``caller`` is waiting and can run any job. This is `false` while a step is suspended
  /// on that thread, because the thread can then only continue the suspended step.
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

  /// Records that `thread` now holds the baton and is the only thread that may run simulated code.
  ///
  /// - Parameter isMain: Whether `thread` is the main thread. If this is `nil`, `thread` counts as
  ///   the main thread only if it is ``caller`` and the run was started on the main thread.
  func arrive(at thread: StepThread, isMain: Bool? = nil) {
    holder = thread
    holderIsMain = isMain ?? (thread === caller && callerIsMain)
  }

  /// Returns `true` if another thread must perform `action`. If the simulation uses the real main
  /// thread, main-actor code must run on that thread. If such a simulation also preempts steps
  /// (suspends them on their threads), all other code must run on other threads.
  func mustHandOver(_ action: Scheduler.Action) -> Bool {
    guard hasMainThread else { return false }
    // Code outside the main actor must not run on the main thread. If the simulation suspended such
    // code in the middle of a step, the code would block the main thread, and no main-actor code
    // could run in the meantime. The same applies to the action `runOnActor`, because the code of
    // the runtime that performs it may be suspended, too.
    switch action {
    case .run(let ready) where ready.executor == .mainActor: return !holderIsMain
    case .run, .runOnActor: return core.options.preemptsSteps && holderIsMain
    default: return false
    }
  }

  /// Passes the baton (the right to run simulated code) to another thread. That thread performs
  /// `action` and then continues the simulation.
  func handOver(_ action: Scheduler.Action) {
    switch action {
    case .resume(let thread):
      thread.send(.resume)
    case .run(let ready) where ready.executor == .mainActor && hasMainThread && !callerIsMain:
      // Mark this thread as outside the simulation while it submits a block to the main queue.
      // Otherwise, the block would count as work that the test submits to a dispatch queue.
      let before = simulation_leave_all()
      DispatchQueue.main.async { [self] in
        _ = core.work(on: StepThread(), with: self, beginningWith: action, isMain: true)
      }
      simulation_leave(before)
    case .run(let ready) where ready.executor == .mainActor && callerIsMain:
      isCallerIdle = false
      caller.send(.work(self, action))
    default:
      guard isCallerIdle, !callerIsMain else { return StepThread.begin(.work(self, action)) }
      isCallerIdle = false
      caller.send(.work(self, action))
    }
  }
}
