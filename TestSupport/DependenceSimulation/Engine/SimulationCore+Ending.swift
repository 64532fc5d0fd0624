import CSimulationRuntime
import Dependence
import DependenceHarness

// MARK: - The body

extension SimulationCore {
  /// The next job that comes is that of the body, from outside.
  func expectBody() {
    state.withLock { $0.outsideResumptions -= 1 }
  }

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

  /// Notes that the body is over.
  func noteReturn() {
    state.withLock { $0.scheduler.hasReturned = true }
  }

  /// Cancels the body before its next step, on the thread of the simulation.
  func cancelBody() {
    let call = state.withLock { state in
      state.isCancelled = true
      return state.takeWakeUp()
    }
    call?()
  }
}

// MARK: - The end

extension SimulationCore {
  /// How many steps tasks may take to end after they were cancelled.
  private static let stepsToEnd = 10_000

  /// Cancels everything that is not over.
  func cancelTasks() {
    let (tasks, pauses) = state.withLock { state in
      state.scheduler.hasReturned = true
      state.scheduler.stepLimit = state.scheduler.stepCount + Self.stepsToEnd
      return (state.scheduler.roster.unfinished, state.scheduler.takePauses())
    }
    let before = simulation_enter(session)
    // Those without an object are cancelled with the task in whose frame they live.
    for task in tasks { task.object?.cancel() }
    for pause in pauses { pause.continuation.resume() }
    simulation_leave(before)
  }

  /// Ends the simulation: from now on, its jobs go where they would without it.
  func close() {
    simulation_close(session)
    let (jobs, pauses, objects) = state.withLock { state in
      state.isClosed = true
      state.clocks = []
      state.clock = nil
      let body = state.body.map { [$0] } ?? []
      state.body = nil
      let held = state.held.map { [$0] } ?? []
      state.held = nil
      let (jobs, pauses) = state.scheduler.close()
      return (held + jobs, pauses, body + state.scheduler.roster.removeAll())
    }
    for ready in jobs { Self.passOn(ready.job, to: ready.place) }
    for pause in pauses { pause.continuation.resume() }
    for object in objects { object.release() }
  }
}

// MARK: - Work outside

extension SimulationCore {
  /// Suspends until somebody outside makes a task able to run; false if the limit passes before, or there
  /// is none.
  func outsideWork() async -> Bool {
    await withCheckedContinuation { continuation in
      awaitOutsideWork { continuation.resume(returning: $0) }
    }
  }

  /// Calls back once: when somebody outside has made a task able to run, or the limit has passed.
  func awaitOutsideWork(_ callBack: @escaping @Sendable (Bool) -> Void) {
    guard let limit = options.outsideLimit, !state.withLock({ $0.scheduler.hasReturned })
    else { return callBack(false) }
    let isOver = Lock(false)
    let answer: @Sendable (Bool) -> Void = { hasArrived in
      let isFirst = isOver.withLock { isOver in
        defer { isOver = true }
        return !isOver
      }
      if isFirst { callBack(hasArrived) }
    }
    let alarm = Alarm(after: limit, in: nil) { answer(false) }
    let arrive: @Sendable () -> Void = {
      alarm.cancel()
      answer(true)
    }
    let hasArrived = state.withLock { state in
      if state.scheduler.canGoOn || state.isCancelled { return true }
      state.onOutsideResumption = arrive
      return false
    }
    if hasArrived { arrive() }
  }
}
