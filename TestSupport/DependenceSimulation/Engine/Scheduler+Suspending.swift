import CSimulationRuntime

// Suspends steps at scheduling points and while they wait for locks.
extension Scheduler {
  /// The maximum number of suspended steps, because each of them blocks a thread.
  static let mostSuspendedSteps = 256

  var canSuspend: Bool {
    mutating get {
      guard suspendsSteps, let running, following == nil, !crash.isStopped(running.task)
      else { return false }
      if suspendedSteps >= Self.mostSuspendedSteps { hasSkippedPoints = true }
      return suspendedSteps < Self.mostSuspendedSteps
    }
  }

  /// Returns `true` if a suspended step holds `lock`. If the running step waits for something other
  /// than a lock, such as a condition, the result is `true` while any step is suspended.
  func mustWait(for lock: simulation_lock) -> Bool {
    guard running != nil, following == nil else { return false }
    return lock.word == nil ? suspendedSteps > 0 : isHeldBySuspendedStep(lock)
  }

  // Returns `true` if a suspended step of this simulation holds the lock. Threads outside the
  // simulation may hold it for a moment, but do not count. Otherwise, their timing would decide
  // which steps can run, and a replay token would not reproduce a run.
  private func isHeldBySuspendedStep(_ lock: simulation_lock) -> Bool {
    let holder = runtime.holder(of: lock)
    return ready.contains { $0.thread?.identifier == holder }
      || blocked.contains { $0.step.thread?.identifier == holder }
  }

  /// Suspends the running step on its thread.
  ///
  /// - Parameter lock: The lock for which the step waits, or `nil` at a scheduling point.
  mutating func suspendStep(
    on thread: StepThread,
    uses: Step.Uses,
    until lock: simulation_lock? = nil
  ) {
    guard var step = running.take() else { return }
    noteEffects(ending: lock == nil ? .runnable : .suspended, uses: uses)
    step.thread = thread
    step.immediateTask = runtime.currentTask.flatMap { roster.number(of: $0) }
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

  /// Makes blocked steps ready to run if no suspended step holds their locks any more.
  ///
  /// A step that waits for a condition variable becomes ready after another step has run, or if
  /// nothing else can run.
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

  mutating func resume(_ step: Ready, on thread: StepThread) -> Action {
    running = step
    running!.thread = nil
    suspendedSteps -= 1
    if let immediateTask = step.immediateTask {
      log.change { $0.immediateTask = Int(immediateTask) }
    }
    return .resume(thread)
  }

  /// Begins to end a run with suspended steps. A last step cancels all tasks, and then only the
  /// suspended steps still run.
  ///
  /// - Returns: `false` if no step is suspended, or if the steps wait for each other's locks.
  mutating func beginEnding(with ending: RunRecord.Ending) -> Bool {
    guard suspendedSteps > 0, unfinishedAtLimit == nil else { return false }
    self.ending = ending
    unfinishedAtLimit = unfinishedTasks
    suspendsSteps = false
    log.isOpen = false
    // The step that cancels all tasks has no job. The job that it gets here never runs.
    running = (ready.first { $0.thread != nil } ?? blocked.first?.step).map {
      Ready(job: $0.job, participant: 0)
    }
    return true
  }

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
