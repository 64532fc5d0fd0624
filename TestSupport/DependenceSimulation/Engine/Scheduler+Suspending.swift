import CSimulationRuntime

// The preemption of tasks. The scheduler can suspend the running step at a scheduling point or
// while the step is waiting for a lock. The step then keeps its thread. A step is the code that a
// task runs until the task suspends itself.
extension Scheduler {
  /// The maximum number of steps that can be suspended at the same time. The number is limited
  /// because each suspended step blocks a thread.
  static let mostSuspendedSteps = 256

  /// Whether the running step may be suspended at a scheduling point, so that another task can run
  /// before the rest of the step.
  var canSuspend: Bool {
    mutating get {
      guard suspendsSteps, let running, following == nil, !crash.isStopped(running.task)
      else { return false }
      if suspendedSteps >= Self.mostSuspendedSteps { hasSkippedPoints = true }
      return suspendedSteps < Self.mostSuspendedSteps
    }
  }

  /// Returns `true` if the running step must wait for a suspended step, that is, for the rest of a
  /// preempted task's code.
  ///
  /// The running step must wait if a suspended step holds `lock`. However, if `lock.word` is `nil`,
  /// the running step is waiting for a condition variable. Any suspended step may change the
  /// condition, so the result is then `true` if any step is suspended.
  func mustWait(for lock: simulation_lock) -> Bool {
    guard running != nil, following == nil else { return false }
    return lock.word == nil ? suspendedSteps > 0 : isHeldBySuspendedStep(lock)
  }

  // Returns `true` if a suspended step of this simulation holds the lock. Threads outside the
  // simulation do not count, even though they may hold the lock briefly. If they counted, their
  // timing would determine which tasks can run, and a replay token would not reproduce the run.
  private func isHeldBySuspendedStep(_ lock: simulation_lock) -> Bool {
    let holder = runtime.holder(of: lock)
    return ready.contains { $0.thread?.identifier == holder }
      || blocked.contains { $0.step.thread?.identifier == holder }
  }

  /// Suspends the running step on its thread, so that the schedule can run another task on another
  /// thread.
  ///
  /// - Parameters:
  ///   - uses: The shared resources that the step has used since it began or last continued.
  ///   - lock: The lock that the step is waiting for, or `nil` at a scheduling point.
  mutating func suspendStep(
    on thread: StepThread,
    uses: Step.Uses,
    until lock: simulation_lock? = nil
  ) {
    guard var step = running.take() else { return }
    let ended = recordsEffects ? roster.removeEnded(among: step.newTasks) : []
    unreleased += ended.compactMap(\.object)
    noteEnding(lock == nil ? .runnable : .suspended, ended: ended.map(\.id))
    noteEffects(uses)
    step.thread = thread
    step.immediateTask = currentTaskID
    if step.immediateTask == step.task { step.immediateTask = nil }
    if let immediateTask = step.immediateTask {
      log.change { $0.immediateTask = Int(immediateTask) }
    }
    suspendedSteps += 1
    if let lock {
      blocked.append(Blocked(step: step, lock: lock, since: stepCount))
    } else {
      ready.insert(step, at: 0)
    }
  }

  /// Makes each step that is waiting for a lock ready to run again if no suspended step holds that
  /// lock.
  ///
  /// A step that is waiting for a condition variable becomes ready after another step has run,
  /// because that step may have changed the condition. It also becomes ready if nothing else can
  /// run.
  mutating func unblock() {
    for index in blocked.indices.reversed()
    where blocked[index].lock.word == nil
      ? blocked[index].since < stepCount || ready.isEmpty
      : !isHeldBySuspendedStep(blocked[index].lock)
    {
      let step = blocked.remove(at: index).step
      ready.insert(step, at: 0)
      log.change { $0.woke.append(Int(step.participant)) }
    }
  }

  /// Marks the given suspended step as running. Returns the action that continues the step on its
  /// thread.
  mutating func resume(_ step: Ready, on thread: StepThread) -> Action {
    running = step
    running!.thread = nil
    suspendedSteps -= 1
    if let immediateTask = step.immediateTask {
      log.change { $0.immediateTask = Int(immediateTask) }
    }
    return .resume(thread)
  }

  /// Begins to end a run while some of its steps are still suspended. The caller must then cancel
  /// all tasks. From then on, the scheduler runs only the suspended steps, until all of them have
  /// ended and their threads are free.
  ///
  /// - Returns: `false` if no step is suspended, or if the end of the run has already begun and the
  ///   remaining steps are waiting for each other's locks.
  mutating func beginEnding(with ending: RunRecord.Ending) -> Bool {
    guard suspendedSteps > 0, unfinishedAtLimit == nil else { return false }
    self.ending = ending
    unfinishedAtLimit = unfinishedTasks
    suspendsSteps = false
    log.isOpen = false
    // The caller's cancellation of all tasks counts as a step, and `running` must contain a job
    // during a step. The job stored here is only a placeholder that does not run.
    running = (ready.first { $0.thread != nil } ?? blocked.first?.step).map {
      Ready(job: $0.job, participant: 0)
    }
    return true
  }

  /// Returns the next action if the scheduler is letting suspended steps finish before the end of
  /// the run, or `nil` otherwise. The action continues a suspended step or, if no step can
  /// continue, ends the run.
  mutating func endSuspendedStep() -> Action? {
    guard let ending else { return nil }
    if !blocked.isEmpty { unblock() }
    guard let index = ready.firstIndex(where: { $0.thread != nil }) else {
      self.ending = nil
      return .end(ending)
    }
    let step = ready.remove(at: index)
    return resume(step, on: step.thread!)
  }
}
