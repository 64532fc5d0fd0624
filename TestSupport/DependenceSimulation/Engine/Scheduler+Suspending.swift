import CSimulationRuntime

/// Steps that are suspended at scheduling points.
extension Scheduler {
  /// The most steps that are suspended at the same time, as each of them keeps a thread.
  static let mostSuspendedSteps = 256

  var canSuspend: Bool {
    mutating get {
      guard suspendsSteps, let running, following == nil, !crash.isStopped(running.task)
      else { return false }
      if suspendedSteps >= Self.mostSuspendedSteps { hasSkippedPoints = true }
      return suspendedSteps < Self.mostSuspendedSteps
    }
  }

  /// True if a suspended step holds a lock, or if it is not known what the running step waits for.
  func mustWait(for lock: simulation_lock) -> Bool {
    guard running != nil, following == nil else { return false }
    return lock.word == nil ? suspendedSteps > 0 : isHeldBySuspendedStep(lock)
  }

  // A thread outside this simulation may hold the lock for a moment. A step then waits for it as in any program. If such a
  // holder counted here, its timing would decide which steps can run, and a token would not repeat a run.
  private func isHeldBySuspendedStep(_ lock: simulation_lock) -> Bool {
    let holder = simulation_holder_of_lock(lock)
    return ready.contains { $0.thread?.identifier == holder }
      || blocked.contains { $0.step.thread?.identifier == holder }
  }

  /// Suspends the running step on its thread.
  ///
  /// - Parameter lock: The lock that must be free before the step can go on; nil if it needs none.
  mutating func suspendStep(
    on thread: StepThread,
    uses: Step.Uses,
    until lock: simulation_lock? = nil
  ) {
    guard var step = running.take() else { return }
    noteEffects(ending: lock == nil ? .runnable : .suspended, uses: uses)
    step.thread = thread
    step.inner = simulation_current_task().flatMap { roster.number(of: $0) }
    if step.inner == step.task { step.inner = nil }
    if let inner = step.inner { log.change { $0.inner = Int(inner) } }
    suspendedSteps += 1
    if let lock {
      blocked.append(Blocked(step: step, lock: lock, since: stepCount))
    } else {
      ready.insert(step, at: 0)
    }
  }

  /// Lets the steps go on whose locks are held by no other suspended step.
  ///
  /// A step that waits for something that is not known goes on when another step has run, or when none can.
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
    if let inner = step.inner { log.change { $0.inner = Int(inner) } }
    return .resume(thread)
  }

  /// Lets only suspended steps run from now on, up to their ends, and begins a step that cancels all tasks.
  ///
  /// - Returns: False if there are none, or if this has been tried: those that are left then wait for each other's locks.
  mutating func beginEnding(with ending: RunRecord.Ending) -> Bool {
    guard suspendedSteps > 0, unfinishedAtLimit == nil else { return false }
    self.ending = ending
    unfinishedAtLimit = unfinishedTasks
    suspendsSteps = false
    log.isOpen = false
    // The cancellation has no job. A step that is neither a task's nor an actor's does not use the one that it is given.
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
