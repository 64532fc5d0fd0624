import CSimulationRuntime
import Dependence
import DependenceHarness

extension SimulationCore {
  // MARK: - The body

  /// Excludes the body's first job from the count of outside resumptions, because that job always
  /// comes from a thread outside the simulation.
  func expectBody() { state.withLock { $0.outsideResumptions -= 1 } }

  /// Registers the body's task, which has already been enqueued.
  func begin(with body: UnsafeMutableRawPointer) {
    // One reference is released when the task ends. The other keeps the task alive for a later
    // cancellation.
    simulation_retain(body)
    simulation_retain(body)
    state.withLock { state in
      state.body = Roster.Object(pointer: body)
      state.scheduler.roster.retainBody(body)
    }
  }

  func noteReturn() { state.withLock { $0.scheduler.hasReturned = true } }

  func cancelBody() {
    let call = state.withLock { state in
      state.isCancelled = true
      return state.takeWakeUp()
    }
    call?()
  }

  // MARK: - The end

  private static let stepsToEnd = 10_000

  /// Cancels every task that has not ended.
  ///
  /// - Parameter isStep: Whether the cancellation runs as a step. If it does and has to wait for a
  ///   lock, the suspended step that holds the lock can continue.
  func cancelTasks(asStep isStep: Bool = false) {
    let (tasks, pauses) = state.withLock { state in
      state.scheduler.hasReturned = true
      state.scheduler.stepLimit = state.scheduler.stepCount + Self.stepsToEnd
      state.scheduler.endCrash()
      return (state.scheduler.roster.unfinished, state.scheduler.takePauses())
    }
    let before = simulation_enter(session)
    if isStep { simulation_begin_step() }
    // A task without an object lives in another task's frame and is cancelled with that task.
    for task in tasks { task.object?.cancel() }
    for pause in pauses { pause.continuation.resume() }
    simulation_leave(before)
  }

  private static let timeToCancel = Duration.seconds(1)

  /// Cancels all unfinished tasks. Returns `false` if this takes too long.
  ///
  /// The cancellation runs on a separate thread, because a cancellation handler may hang, for
  /// example if it waits for a queue that in turn waits for the task. If the handler ran on a
  /// thread of Swift's pool, it would block that thread forever.
  func cancelTasksInTime() async -> Bool {
    let isEasy = state.withLock { $0.scheduler.roster.unfinished.isEmpty }
    // An inner simulation stays on this thread, because a cancellation may resume a task of the
    // outer simulation. That task must not be resumed on another thread.
    if isEasy || SimulationCore.current != nil {
      cancelTasks()
      return true
    }
    return await withCheckedContinuation { continuation in
      let succeed = promise(within: Self.timeToCancel) { continuation.resume(returning: $0) }
      System.startThread {
        self.cancelTasks()
        succeed()
      }
    }
  }

  /// Ends the simulation. From then on, its jobs run where they would run without a simulation.
  func close() {
    simulation_close(session)
    // Releases the storage outside the lock, because releasing it may run test code.
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
      case .enter(let gate): Self.passOn(ready.job, to: gate)
      case .serve(let actor) where ready.servedTask != nil:
        simulation_enqueue(ready.job.pointer, simulation_executor(defaultActor: actor))
      case .run, .serve: Self.passOn(ready.job, to: ready.executor)
      }
    }
    for job in timers { Self.passOn(job, to: .pool) }
    for pause in pauses { pause.continuation.resume() }
    for object in objects { object.release() }
    withExtendedLifetime(storage) {}
  }

  // MARK: - Work outside

  /// The time that work on a queue is given to finish, even if no option allows such work. Waiting
  /// prevents a deadlock in Foundation that may occur if a `URLSession` request is cancelled as it
  /// ends.
  private static let timeToReturn = Duration.milliseconds(500)

  private var outsideLimit: Duration? {
    options.outsideLimit ?? (simulation_departures(session) > 0 ? Self.timeToReturn : nil)
  }

  /// Suspends the caller until work outside the simulation makes a task able to run. Returns
  /// `false` if this takes too long.
  func outsideWork() async -> Bool {
    await withCheckedContinuation { continuation in
      awaitOutsideWork { continuation.resume(returning: $0) }
    }
  }

  /// Calls `callBack` once: with `true` if work outside the simulation makes a task able to run,
  /// and with `false` otherwise.
  func awaitOutsideWork(_ callBack: @escaping @Sendable (Bool) -> Void) {
    guard let limit = outsideLimit, !state.withLock({ $0.scheduler.hasReturned })
    else { return callBack(false) }
    let arrive = promise(within: limit, callBack)
    let hasArrived = state.withLock { state in
      if state.scheduler.canContinue || state.isCancelled { return true }
      state.onOutsideResumption = arrive
      return false
    }
    if hasArrived { arrive() }
  }
}

/// Returns a function that passes `true` to `callBack`. If it is not called within `limit`,
/// `callBack` receives `false` instead.
private func promise(
  within limit: Duration,
  _ callBack: @escaping @Sendable (Bool) -> Void
) -> @Sendable () -> Void {
  let isOver = Lock(false)
  let finish: @Sendable (Bool) -> Void = { value in
    let wasOver = isOver.withLock { isOver in
      defer { isOver = true }
      return isOver
    }
    if !wasOver { callBack(value) }
  }
  let alarm = Alarm(after: limit, in: nil) { finish(false) }
  return {
    alarm.cancel()
    finish(true)
  }
}
