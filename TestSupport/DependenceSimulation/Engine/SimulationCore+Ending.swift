import CSimulationRuntime
import Dependence
import DependenceHarness

extension SimulationCore {
  private static let stepsToEnd = 10_000

  /// Cancels every task that has not ended.
  ///
  /// - Parameter isStep: Whether the scheduler treats the cancellation as a step, like the code of
  ///   a task. If a step has to wait for a lock, the scheduler continues the suspended step that
  ///   holds the lock.
  func cancelTasks(asStep isStep: Bool = false) {
    let (tasks, pauses) = state.withLock { state in
      state.scheduler.hasReturned = true
      state.scheduler.stepLimit = state.scheduler.stepCount + Self.stepsToEnd
      state.scheduler.endCrash()
      // An `async let` is stored in the stack frame of its parent task and has no `object` here.
      // Cancelling the parent also cancels the `async let`.
      let tasks = state.scheduler.roster.unfinished.compactMap(\.object)
      // Retain the tasks, because a cancellation handler can wait. During such a wait, other tasks
      // in this list can end on other threads, and the roster then releases its references to them.
      for task in tasks { task.retain() }
      return (tasks, state.scheduler.takePauses())
    }
    let before = simulation_enter(session)
    if isStep { simulation_begin_step() }
    for task in tasks { task.cancel() }
    for pause in pauses { pause.continuation.resume() }
    simulation_leave(before)
    for task in tasks { task.release() }
  }

  private static let timeToCancel = Duration.seconds(1)

  /// Cancels all unfinished tasks. Calls `callBack` exactly once: with `true` when all cancellation
  /// handlers have returned, or with `false` if one of them does not return within `timeToCancel`.
  ///
  /// The cancellation runs on a separate thread, because a cancellation handler may hang. For
  /// example, it may wait for a queue that is waiting for the task. On a thread of Swift's pool,
  /// such a handler would block the thread forever.
  func cancelTasksInTime(_ callBack: @escaping @Sendable (Bool) -> Void) {
    let isEasy = state.withLock { $0.scheduler.roster.unfinished.isEmpty }
    // If this simulation runs inside another one, cancel its tasks on this thread. The cancellation
    // may resume a task of the outer simulation, and another thread must not do that.
    if isEasy || SimulationCore.current != nil {
      cancelTasks()
      return callBack(true)
    }
    let succeed = promise(within: Self.timeToCancel, callBack)
    System.startThread {
      self.cancelTasks()
      succeed()
    }
  }

  /// Closes the simulation after its run. Remaining jobs, and jobs that arrive later, run on the
  /// executors that would run them without a simulation.
  func close() {
    simulation_close(session)
    // Take the durable storage out of the state so that it is released outside the lock, because
    // its deinitializers may run test code.
    let (jobs, timers, pauses, objects, storage) = state.withLock { state in
      state.isClosed = true
      state.clocks = []
      state.clock = nil
      let body = [state.body.take()].compactMap(\.self)
      let (jobs, timers, pauses) = state.scheduler.close()
      let storage = state.storage
      state.storage = []
      return (jobs, timers, pauses, body + state.scheduler.roster.removeAll(), storage)
    }
    for ready in jobs {
      switch ready.activity {
      case .hop(let hop): Self.passOn(ready.job, to: hop)
      case .runOnActor(let actor) where ready.taskOnActor != nil:
        simulation_enqueue(ready.job.pointer, simulation_executor(defaultActor: actor))
      case .run, .runOnActor: Self.passOn(ready.job, to: ready.executor)
      }
    }
    for job in timers { Self.passOn(job, to: .pool) }
    for pause in pauses { pause.continuation.resume() }
    for object in objects { object.release() }
    withExtendedLifetime(storage) {}
  }
}
