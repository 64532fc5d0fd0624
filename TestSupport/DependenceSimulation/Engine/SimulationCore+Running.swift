import CSimulationRuntime
import Dependence
import DependenceHarness

extension SimulationCore {
  /// Runs the simulation until nothing more can run or its step limit is reached. Returns the
  /// reason the run ended.
  func run(on executor: PoolExecutor) -> RunRecord.Ending {
    // Start the watchdog, which ends the process if the simulation hangs, before this thread enters
    // the simulation. Afterward, the simulation would mistake the watchdog's timer, which uses a
    // dispatch queue, for work that the test submits.
    Watchdog.begin(self)
    let baton = Baton(self, executor)
    state.withLock { $0.baton = baton }
    defer {
      state.withLock { $0.baton = nil }
      Watchdog.end(self)
    }
    var action: Scheduler.Action?
    while true {
      if let ending = work(on: baton.caller, with: baton, beginningWith: action) { return ending }
      // This thread may be running a step of an outer simulation. That simulation must not suspend
      // the step while the thread waits, because it would then run at the same time as this one.
      let before = simulation_leave_all()
      defer { simulation_leave(before) }
      switch baton.caller.receive() {
      case .work(_, let next): action = next
      case .stop(let ending): return ending
      case .resume: preconditionFailure("No step is suspended on a thread that waits for work.")
      }
    }
  }

  /// Performs the scheduler's actions, such as running a job, on the current thread until another
  /// thread must take over or the run ends.
  ///
  /// - Returns: The run's ending if it ended on the thread that called ``run(on:)``, or `nil`
  ///   otherwise.
  func work(
    on thread: StepThread,
    with baton: Baton,
    beginningWith first: Scheduler.Action? = nil,
    isMain: Bool? = nil
  ) -> RunRecord.Ending? {
    let before = simulation_enter(session)
    defer { simulation_leave(before) }
    baton.arrive(at: thread, isMain: isMain)
    return trapToken.announced {
      var next = first
      while true {
        let action = next.take() ?? takeAction()
        if case .end(let ending) = action {
          if endSuspendedSteps(before: ending) { continue }
          if thread === baton.caller { return ending }
          baton.caller.send(.stop(ending))
          return nil
        }
        if baton.mustHandOver(action) || action.isResumption {
          baton.isCallerIdle = baton.isCallerIdle || thread === baton.caller
          baton.handOver(action)
          return nil
        }
        perform(action, on: baton.executor)
      }
    }
  }

  private func takeAction() -> Scheduler.Action {
    // Release the tasks that have ended before the schedule chooses the next step, because
    // releasing them may run deinitializers, which may make other tasks ready to run.
    for task in state.withLock({ $0.scheduler.finishJob() }) { task.release() }
    return state.withLock { $0.takeAction(in: self) }
  }

  private func perform(_ action: Scheduler.Action, on executor: PoolExecutor) {
    switch action {
    case .run(let ready):
      run(ready, on: executor)
    case .hop, .resume, .end: break
    case .runOnActor(let task, let actor):
      // While the runtime enqueues the task, it may have to wait for a cancellation handler that
      // the scheduler has suspended. Enqueuing therefore counts as a step: the scheduler can
      // suspend this thread, too, and continue the handler.
      inStep { simulation_enqueue(task.pointer, simulation_executor(defaultActor: actor)) }
    case .wake(let jobs):
      // The jobs belong to the Swift runtime, and each of them only wakes a sleeping task. Such a
      // job does not need an executor, so pass an empty one.
      let none = unsafeBitCast(simulation_executor(), to: UnownedSerialExecutor.self)
      for job in jobs { job.runSynchronously(on: none) }
      for clock in state.withLock({ $0.clocks }) { clock.wakeDue(in: self) }
    case .endPause(let continuation):
      continuation.resume()
    case .ring(let ring):
      ring()
    case .cancel(let task):
      task.cancel()
    }
  }

  private func run(_ ready: Scheduler.Ready, on executor: PoolExecutor) {
    inStep {
      switch ready.executor {
      case .pool:
        ready.job.runSynchronously(on: executor.asUnownedTaskExecutor())
      case .mainActor:
        ready.job.runSynchronously(
          isolatedTo: main.asUnownedSerialExecutor(),
          taskExecutor: executor.asUnownedTaskExecutor()
        )
      }
    }
  }

  private func inStep(_ body: () -> Void) {
    if options.preemptsSteps { simulation_begin_step() }
    body()
    _ = simulation_set_in_step(false)
  }

  /// Runs suspended steps to completion before the run ends, because the threads of these steps can
  /// be reused only after the functions on their stacks have returned. Steps are still suspended if
  /// the run has reached its step limit, or if all remaining steps are waiting for locks.
  ///
  /// All tasks are cancelled first, because a step may loop until its task is cancelled. The
  /// cancellation also counts as a step, because it may have to wait: the runtime holds the lock of
  /// a task group while it cancels the group, and one of the cancellation handlers that the runtime
  /// calls may be suspended. If the suspended steps are waiting for each other's locks, none of
  /// them can continue, and the process exits.
  ///
  /// - Returns: `false` if no step was suspended.
  private func endSuspendedSteps(before ending: RunRecord.Ending) -> Bool {
    let (hasBegun, areBlocked) = state.withLock { state in
      (state.scheduler.beginEnding(with: ending), state.scheduler.suspendedSteps > 0)
    }
    if hasBegun {
      cancelTasks(asStep: true)
    } else if areBlocked {
      Watchdog.reportLocks(of: self)
    }
    return hasBegun
  }
}

// MARK: - Inside a step

extension SimulationCore {
  /// Lets the schedule switch to another task in the middle of the running step. If the schedule
  /// does so, the step is suspended on this thread, and other tasks run on other threads before the
  /// function returns.
  func reachPoint() {
    suspendStep { scheduler, thread, uses in
      guard scheduler.canSuspend else { return false }
      scheduler.suspendStep(on: thread, uses: uses)
      return true
    }
  }

  /// Suspends the running step until no suspended step holds `lock`, and then returns `true`.
  /// Returns `false` at once if no suspended step holds the lock.
  func waitForLock(_ lock: simulation_lock) -> Bool {
    suspendStep { scheduler, thread, uses in
      guard scheduler.mustWait(for: lock) else { return false }
      scheduler.suspendStep(on: thread, uses: uses, until: lock)
      return true
    }
  }

  /// Calls `suspend`, which either suspends the running step or returns `false`. If the step was
  /// suspended, this method waits until the schedule continues the step, and then returns `true`.
  /// Otherwise, it returns `false` immediately.
  @discardableResult
  private func suspendStep(
    _ suspend: (inout Scheduler, StepThread, Step.Uses) -> Bool
  ) -> Bool {
    let (hasSuspended, baton, action) = state.withLock {
      state -> (Bool, Baton?, Scheduler.Action?) in
      guard let baton = state.baton else { return (false, nil, nil) }
      let uses = Step.Uses(rawValue: simulation_take_uses(session))
      guard suspend(&state.scheduler, baton.holder, uses) else {
        simulation_add_uses(session, uses.rawValue)
        return (false, nil, nil)
      }
      while true {
        let action = state.takeAction(in: self)
        switch action {
        case .hop: continue
        case .resume(let thread) where thread === baton.holder: return (true, nil, nil)
        default: return (true, baton, action)
        }
      }
    }
    guard let baton, let action else { return hasSuspended }
    let (thread, isMain) = (baton.holder, baton.holderIsMain)
    if case .end = action {
      // This thread must now wait until the schedule continues the step that is suspended on its
      // stack, so let another thread end the run.
      StepThread.begin(.work(baton, action))
    } else {
      baton.handOver(action)
    }
    _ = thread.receive()
    baton.arrive(at: thread, isMain: isMain)
    return true
  }
}

extension Scheduler.Action {
  fileprivate var isResumption: Bool { if case .resume = self { true } else { false } }
}

extension SimulationCore.State {
  fileprivate mutating func takeAction(in core: SimulationCore) -> Scheduler.Action {
    let before = scheduler.now
    scheduler.finishStep(uses: Step.Uses(rawValue: simulation_take_uses(core.session)))
    // Cancel the body only when no step is suspended. The body's cancellation handlers may need
    // locks that a suspended step holds.
    if isCancelled, scheduler.suspendedSteps == 0, let body {
      isCancelled = false
      return .cancel(body)
    }
    let action = scheduler.next {
      clocks.lazy.compactMap { $0.nextDeadline(in: core) }.min()
    }
    if let choice = scheduler.takeChoice() { core.trapToken.add(choice) }
    if scheduler.now != before { core.showTime(scheduler.now) }
    simulation_set_suspended_steps(core.session, UInt32(scheduler.suspendedSteps))
    return action
  }
}
