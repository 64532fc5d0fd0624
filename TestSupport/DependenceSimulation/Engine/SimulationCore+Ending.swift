import CSimulationRuntime
import Dependence
import DependenceHarness
import Dispatch

// MARK: - The body

extension SimulationCore {
  /// The next job that comes is that of the body, from outside.
  func expectBody() {
    state.withLock { $0.outsideResumptions -= 1 }
  }

  /// Notes the task of the body, which has been enqueued.
  func begin(with body: UnsafeMutableRawPointer) {
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
      defer { state.onOutsideResumption = nil }
      return state.onOutsideResumption
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
    let tasks = state.withLock { state in
      state.scheduler.hasReturned = true
      state.scheduler.stepLimit = state.scheduler.stepCount + Self.stepsToEnd
      return state.scheduler.roster.unfinished
    }
    let before = simulation_enter(session)
    for task in tasks { task.object.cancel() }
    simulation_leave(before)
  }

  /// Ends the simulation: from now on, its jobs go where they would without it.
  func close() {
    let (jobs, pauses, objects) = state.withLock { state in
      state.isClosed = true
      state.body = nil
      state.clocks = []
      state.clock = nil
      let (jobs, pauses) = state.scheduler.close()
      let held = state.held.map { [$0] } ?? []
      state.held = nil
      return (held + jobs, pauses, state.scheduler.roster.removeAll())
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
    let hasArrived = state.withLock { state in
      if !state.scheduler.ready.isEmpty || state.isCancelled { return true }
      state.onOutsideResumption = { answer(true) }
      return false
    }
    if hasArrived { return answer(true) }
    let (seconds, attoseconds) = limit.components
    let nanoseconds = Int(clamping: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) {
      answer(false)
    }
  }
}
