import CSimulationRuntime
import Dependence
import DependenceHarness

extension SimulationCore {
  // MARK: - The body

  /// The next job that comes is that of the body, from outside.
  func expectBody() { state.withLock { $0.outsideResumptions -= 1 } }

  /// Notes the task of the body, which has been enqueued.
  func begin(with body: UnsafeMutableRawPointer) {
    // Once for the roster, which forgets it when it ends, and once to cancel it even then.
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
  /// - Parameter isStep: Whether this thread runs the cancellation as a step, so that it lets suspended steps go on while it
  ///   waits for one of their locks.
  func cancelTasks(asStep isStep: Bool = false) {
    let (tasks, pauses) = state.withLock { state in
      state.scheduler.hasReturned = true
      state.scheduler.stepLimit = state.scheduler.stepCount + Self.stepsToEnd
      state.scheduler.endCrash()
      return (state.scheduler.roster.unfinished, state.scheduler.takePauses())
    }
    let before = simulation_enter(session)
    if isStep { simulation_begin_step() }
    // Those without an object are cancelled with the task in whose frame they live.
    for task in tasks { task.object?.cancel() }
    for pause in pauses { pause.continuation.resume() }
    simulation_leave(before)
  }

  private static let timeToCancel = Duration.seconds(1)

  /// Cancels everything that is not over, on a thread that may hang: a handler may wait for a queue that waits for the
  /// task. The thread is its own, as each that hangs in the pool is missing there for good.
  ///
  /// - Returns: False if it does hang.
  func cancelTasksInTime() async -> Bool {
    let isEasy = state.withLock { $0.scheduler.roster.unfinished.isEmpty }
    // A simulation around this one must not be woken by another thread.
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

  /// Ends the simulation: from now on, its jobs go where they would without it.
  func close() {
    simulation_close(session)
    // The storage is released outside the lock, because that may run code of the test.
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
      switch ready.way {
      case .enter(let gate): Self.passOn(ready.job, to: gate)
      case .serve(let actor) where ready.visitor != nil:
        simulation_enqueue(ready.job.pointer, simulation_executor(defaultActor: actor))
      case .run, .serve: Self.passOn(ready.job, to: ready.place)
      }
    }
    for job in timers { Self.passOn(job, to: .pool) }
    for pause in pauses { pause.continuation.resume() }
    for object in objects { object.release() }
    withExtendedLifetime(storage) {}
  }

  // MARK: - Work outside

  /// The time that work of a queue has to come back, where nobody allows it. To cancel a request of `URLSession` just as
  /// it ends is a deadlock of Foundation, which then serves nobody else in the process.
  private static let timeToReturn = Duration.milliseconds(500)

  private var outsideLimit: Duration? {
    options.outsideLimit ?? (simulation_departures(session) > 0 ? Self.timeToReturn : nil)
  }

  /// Suspends until somebody outside makes a task able to run; false if nobody may or does in time.
  func outsideWork() async -> Bool {
    await withCheckedContinuation { continuation in
      awaitOutsideWork { continuation.resume(returning: $0) }
    }
  }

  /// Calls back once: when somebody outside has made a task able to run, or the limit has passed.
  func awaitOutsideWork(_ callBack: @escaping @Sendable (Bool) -> Void) {
    guard let limit = outsideLimit, !state.withLock({ $0.scheduler.hasReturned })
    else { return callBack(false) }
    let arrive = promise(within: limit, callBack)
    let hasArrived = state.withLock { state in
      if state.scheduler.canGoOn || state.isCancelled { return true }
      state.onOutsideResumption = arrive
      return false
    }
    if hasArrived { arrive() }
  }
}

/// Calls back once: with true when the result is called, with false if that does not happen in time.
private func promise(
  within limit: Duration,
  _ callBack: @escaping @Sendable (Bool) -> Void
) -> @Sendable () -> Void {
  let isOver = Lock(false)
  let answer: @Sendable (Bool) -> Void = { value in
    let wasOver = isOver.withLock { isOver in
      defer { isOver = true }
      return isOver
    }
    if !wasOver { callBack(value) }
  }
  let alarm = Alarm(after: limit, in: nil) { answer(false) }
  return {
    alarm.cancel()
    answer(true)
  }
}
