import DependenceHarness

/// The tasks that a simulated crash has stopped. Their code does not run again until the run is
/// over, with one exception: a task that was preempted in the middle of a *step* (the code that a
/// task runs until it suspends) still finishes the step.
///
/// After the run, these tasks are cancelled and run to completion, which frees their memory.
struct Crash: Sendable {
  private var stopped: Set<Int32> = []
  /// The jobs of the tasks that the crash has stopped. Without the crash, these jobs would be ready
  /// to run or in an actor's queue.
  private var jobs: [Scheduler.Ready] = []
  private var timers: [Scheduler.Timer] = []
  private var pauses: [Scheduler.Pause] = []
  /// The tasks whose code started a simulated crash. They wait until each task that the crash
  /// stopped has finished the step in which it was preempted.
  private var waiters: Set<Int32> = []
  /// The jobs that continue the tasks passed to ``wait(_:)``. They must not run until all stopped
  /// tasks have finished the steps in which they were preempted.
  private var waitingJobs: [Scheduler.Ready] = []
  private var isOver = false

  mutating func stop(_ tasks: Set<Int32>) { stopped.formUnion(tasks) }

  /// Returns `true` if none of the task's jobs may run, because a crash has stopped `task` and the
  /// run is not over.
  func isStopped(_ task: Int32) -> Bool { !stopped.isEmpty && !isOver && stopped.contains(task) }

  var hasStoppedTasks: Bool { !stopped.isEmpty }

  /// Returns `true` if a crash stopped `task` and the run is over. The task then runs to
  /// completion, because this is the only way to free its memory.
  func isReleased(_ task: Int32) -> Bool { isOver && stopped.contains(task) }

  /// Returns `true` if a crash has stopped `task` in this run. Unlike ``isStopped(_:)``, this
  /// remains `true` after the run, when stopped tasks run to completion.
  func wasStopped(_ task: Int32) -> Bool { stopped.contains(task) }

  /// Stores `job` until the end of the run if a crash has stopped its task. Returns `true` if the
  /// job was stored.
  mutating func storeIfStopped(_ job: Scheduler.Ready) -> Bool {
    guard isStopped(job.task) else { return false }
    jobs.append(job)
    return true
  }

  /// Stores `timer` until the end of the run if a crash has stopped the sleeping task. Returns
  /// `true` if the timer was stored.
  mutating func storeIfStopped(_ timer: Scheduler.Timer) -> Bool {
    guard let sleeper = timer.sleeper, isStopped(sleeper) else { return false }
    timers.append(timer)
    return true
  }

  /// Stores `pause` until the end of the run if a crash has stopped the task that is waiting for
  /// it. Returns `true` if the pause was stored.
  mutating func storeIfStopped(_ pause: Scheduler.Pause) -> Bool {
    guard let task = pause.task, isStopped(task) else { return false }
    pauses.append(pause)
    return true
  }

  /// Records that `task`, which started a simulated crash, is about to yield. The task must not
  /// continue until all tasks that the crash stopped have finished the steps in which they were
  /// preempted. Such a step may still write to storage, and the crash must also discard that
  /// write.
  mutating func wait(_ task: Int32) { waiters.insert(task) }

  /// Stores `job` if ``wait(_:)`` has been called for its task, so that the task does not continue
  /// before all stopped tasks have finished their preempted steps. Returns `true` if the job was
  /// stored.
  mutating func storeIfWaiting(_ job: Scheduler.Ready) -> Bool {
    guard waiters.remove(job.participant) != nil else { return false }
    waitingJobs.append(job)
    return true
  }

  mutating func takeWaitingJobs() -> [Scheduler.Ready] {
    defer { waitingJobs = [] }
    return waitingJobs
  }

  /// Ends the crash after the run. Returns the stored jobs, timers and pauses of the stopped tasks,
  /// so that these tasks can run to completion and their memory can be freed.
  mutating func end() -> (
    jobs: [Scheduler.Ready], timers: [Scheduler.Timer], pauses: [Scheduler.Pause]
  ) {
    isOver = true
    defer { (jobs, timers, pauses) = ([], [], []) }
    return (jobs, timers, pauses)
  }
}

extension Scheduler {
  /// Simulates a crash of a task and of all tasks that it created. None of them runs again until
  /// the run is over, except to finish a step that was preempted in the middle.
  mutating func stop(_ root: Int32) {
    let family = roster.family(of: root, by: \.creator)
    crash.stop(Set(family.map(Int32.init)))
    let stopped = ready.filter { crash.isStopped($0.task) }.map { Int($0.participant) }
    log.change { step in
      step.cancelled += family.sorted()
      step.stopped = stopped
    }
    for (actor, queued) in actorQueues.remove(where: { crash.isStopped($0.task) }) {
      var queued = queued
      queued.activity = .runOnActor(actor)
      _ = crash.storeIfStopped(queued)
    }
    let before = ready
    ready = []
    for job in before { makeReadyUnlessStopped(job) }
    timers.removeAll { crash.storeIfStopped($0) }
    pauses.removeAll { crash.storeIfStopped($0) }
  }

  /// Returns `true` if the running task, which simulates a crash, must yield.
  ///
  /// It must yield if a task that the crash stopped was preempted in the middle of a step (the code
  /// that a task runs until it suspends), because that task must first finish the step. The running
  /// task becomes ready to run again when all such steps are finished.
  mutating func mustWaitForStoppedTasks() -> Bool {
    guard hasSuspendedStepsOfStoppedTasks, let running else { return false }
    crash.wait(running.participant)
    return true
  }

  /// Makes the tasks that started a simulated crash ready to run again, once all stopped tasks have
  /// finished the steps in which they were preempted. Until then, does nothing.
  ///
  /// These tasks have waited since ``mustWaitForStoppedTasks()`` returned `true`.
  mutating func continueCrash() {
    guard crash.hasStoppedTasks, !hasSuspendedStepsOfStoppedTasks else { return }
    for job in crash.takeWaitingJobs() { makeReady(job) }
  }

  /// Whether a task that a crash has stopped must still finish a step (its code up to the next
  /// suspension). This is the case if the task was preempted in the middle of the step, either at a
  /// scheduling point or while it was waiting for a lock.
  private var hasSuspendedStepsOfStoppedTasks: Bool {
    ready.contains { $0.thread != nil && crash.isStopped($0.task) }
      || blocked.contains { crash.isStopped($0.step.task) }
  }

  /// Stores `job` until the end of the run if a crash has stopped its task. Returns `true` if the
  /// job was stored.
  ///
  /// If the job is stored, the record of the running step lists the stopped task in
  /// ``Step/cancelled``. Before the crash, the running step would have made this task ready to run,
  /// so the order of the step and the crash matters. The entry makes an exhaustive search try both
  /// orders.
  mutating func storeIfStopped(_ job: Ready) -> Bool {
    guard crash.storeIfStopped(job) else { return false }
    log.change { $0.cancelled.append(Int(job.task)) }
    return true
  }

  /// Adds a job to the list of ready jobs if no crash has stopped the job's task. A job that is
  /// suspended in the middle of a step is always added, because even a stopped task must finish its
  /// step.
  private mutating func makeReadyUnlessStopped(_ job: Ready) {
    if job.thread != nil { return ready.append(job) }
    switch job.activity {
    case .runOnActor(let actor):
      // The list of ready jobs contains at most one job of each actor, and `job` was the job of
      // this actor. The crash may have removed `job` from the actor's queue, so add the job that is
      // now next in the queue, if there is one.
      if let first = actorQueues.nextJobOrUnlist(of: actor) { ready.append(first) }
    case .hop(var hop) where crash.isStopped(job.task):
      var job = job
      let source = hop.source.take()
      job.activity = .hop(hop)
      _ = crash.storeIfStopped(job)
      if let source { makeReady(actorQueues.release(source)) }
    case .hop, .run:
      if !crash.storeIfStopped(job) { ready.append(job) }
    }
  }

  /// Stops a newly created task or actor if a crash has stopped its creator. A stopped task can
  /// still create tasks while it finishes a preempted step.
  mutating func stopIfCreatedByStoppedTask(_ participant: Int32) {
    guard crash.hasStoppedTasks, let creator, crash.wasStopped(creator.task) else { return }
    crash.stop([participant])
  }

  /// Continues the suspended step at `index` in the list of ready jobs. The step belongs to a task
  /// that a crash has stopped but that must still finish the step. Such a step always runs before
  /// all other jobs, so the schedule has nothing to choose here.
  mutating func endStep(at index: Int) -> Action {
    let step = ready.remove(at: index)
    let candidates = [Int(step.participant)]
    log.begin(0, of: candidates, job: step, at: now, participantCount: roster.count)
    log.change { $0.isForced = true }
    return resume(step, on: step.thread!)
  }

  /// Reactivates the jobs, timers and pauses of stopped tasks after the run, so that these tasks
  /// can end and their memory can be freed.
  mutating func endCrash() {
    let (jobs, timers, pauses) = crash.end()
    self.pauses += pauses
    for job in jobs + crash.takeWaitingJobs() {
      if case .runOnActor(let actor) = job.activity {
        enqueue(job, onActorAt: actor)
      } else {
        makeReady(job)
      }
    }
    for timer in timers { self.timers.insert(timer) }
  }
}
