import CSimulationRuntime
import Dependence
import DependenceHarness

extension SimulationCore {
  // MARK: - The body

  /// Decrements ``State/outsideResumptions``, because a thread outside the simulation always
  /// enqueues the first job of the simulation's body, and this job must not be counted.
  func expectBody() { state.withLock { $0.outsideResumptions -= 1 } }

  /// Registers the task of the simulation's body, which has already been enqueued and therefore has
  /// the identifier 0.
  func begin(with body: UnsafeMutableRawPointer) {
    // One reference to the task is released when the task ends. The other keeps the task alive so
    // that it can still be cancelled later.
    let object = Roster.Object(pointer: body)
    object.retain()
    object.retain()
    state.withLock { state in
      state.body = object
      state.scheduler.roster.add(task: body, name: "body", origin: nil, by: nil)
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
  /// - Parameter isStep: Whether the cancellation counts as a step of the simulation. If it does
  ///   and has to wait for a lock, the suspended step that holds the lock can continue.
  func cancelTasks(asStep isStep: Bool = false) {
    let (tasks, pauses) = state.withLock { state in
      state.scheduler.hasReturned = true
      state.scheduler.stepLimit = state.scheduler.stepCount + Self.stepsToEnd
      state.scheduler.endCrash()
      // An `async let` is stored in the stack frame of its parent task and has no `object` here. It
      // is cancelled together with its parent.
      let tasks = state.scheduler.roster.unfinished.compactMap(\.object)
      // A cancellation handler can wait. In the meantime, other tasks can end on other threads, and
      // the roster then releases its references to them.
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
  /// handlers have returned, or with `false` if one of them has not returned within `timeToCancel`,
  /// which is measured with an `Alarm`.
  ///
  /// The cancellation runs on a separate thread, because a cancellation handler may hang, for
  /// example if it waits for a queue that in turn waits for the task. If the handler ran on a
  /// thread of Swift's pool, it would block that thread forever.
  func cancelTasksInTime(_ callBack: @escaping @Sendable (Bool) -> Void) {
    let isEasy = state.withLock { $0.scheduler.roster.unfinished.isEmpty }
    // A simulation inside another simulation stays on this thread, because the cancellation may
    // resume a task of the outer simulation, which must not happen on another thread.
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

  /// Closes the simulation after its run. Jobs that are left, or that arrive later, run on the
  /// executors on which they would run without a simulation.
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

  // MARK: - Work outside

  /// The real time for which a simulation waits for work that the test has submitted to a dispatch
  /// queue, if no option sets another limit. Without this wait, the simulation could cancel a
  /// `URLSession` request just as the request ends, which may cause a deadlock in Foundation.
  private static let timeToReturn = Duration.milliseconds(500)

  private var outsideLimit: Duration? {
    options.outsideLimit ?? (simulation_dispatch_submissions(session) > 0 ? Self.timeToReturn : nil)
  }

  /// Calls `callBack` exactly once: with `true` as soon as code outside the simulation makes a task
  /// ready to run, or with `false` if this takes too long or if the simulation does not wait for
  /// such code.
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

/// Returns a function that calls `callBack` with `true`. If the function is not called before an
/// `Alarm` with the given limit fires, `callBack` is called with `false` instead.
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
