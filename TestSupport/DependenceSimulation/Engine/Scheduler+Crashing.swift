import DependenceHarness

/// The tasks that a simulated crash has stopped. Their code does not run until the run is over.
///
/// After the run, these tasks are cancelled and run to their ends, which frees their memory.
struct Crash: Sendable {
  private var stopped: Set<Int32> = []
  /// The jobs of stopped tasks that could run if there had been no crash.
  private var jobs: [Scheduler.Ready] = []
  private var timers: [Scheduler.Timer] = []
  private var isOver = false

  mutating func stop(_ tasks: Set<Int32>) { stopped.formUnion(tasks) }

  /// Returns `true` if `task` is stopped at this time, so that its jobs must not run.
  func isStopped(_ task: Int32) -> Bool { !stopped.isEmpty && !isOver && stopped.contains(task) }

  var hasStoppedTasks: Bool { !stopped.isEmpty }

  /// Returns `true` if a crash stopped `task`, which may run again because the run is over.
  func runsAfterEnd(_ task: Int32) -> Bool { isOver && stopped.contains(task) }

  /// Returns `true` if a crash has stopped `task` at any time in this run.
  func hasStopped(_ task: Int32) -> Bool { stopped.contains(task) }

  /// Stores the job of a stopped task until the end of the run. Returns `true` if it was stored.
  mutating func keep(_ job: Scheduler.Ready) -> Bool {
    guard isStopped(job.task) else { return false }
    jobs.append(job)
    return true
  }

  mutating func keep(_ timer: Scheduler.Timer) { timers.append(timer) }

  /// Lets the stopped tasks run again after the run, and returns their jobs and timers.
  mutating func end() -> (jobs: [Scheduler.Ready], timers: [Scheduler.Timer]) {
    isOver = true
    defer { (jobs, timers) = ([], []) }
    return (jobs, timers)
  }
}

extension Scheduler {
  /// Stops a task and all tasks that it created. Their suspended steps still run to their ends.
  mutating func stop(_ root: Int32) {
    let family = roster.family(of: root)
    crash.stop(family)
    let stopped = ready.filter { crash.isStopped($0.task) }.map { Int($0.participant) }
    log.change { step in
      step.cancelled += family.map(Int.init).sorted()
      step.stopped = stopped
    }
    for (actor, queued) in lines.remove(where: { crash.isStopped($0.task) }) {
      var queued = queued
      queued.activity = .serve(actor)
      _ = crash.keep(queued)
    }
    let before = ready
    ready = []
    for job in before { keepUnlessStopped(job) }
    timers.removeAll { timer in
      guard let sleeper = timer.sleeper, crash.isStopped(sleeper) else { return false }
      crash.keep(timer)
      return true
    }
  }

  /// Whether a stopped task has a step that is suspended or waits for a lock of another step.
  var mustEndSteps: Bool {
    ready.contains { $0.thread != nil && crash.isStopped($0.task) }
      || blocked.contains { crash.isStopped($0.step.task) }
  }

  /// Stores a new job of a stopped task until the end of the run, and records the task in the
  /// running step. Without the crash, the step would have woken the task, so the search must also
  /// try the step before the crash.
  mutating func keepIfStopped(_ job: Ready) -> Bool {
    guard crash.keep(job) else { return false }
    log.change { $0.cancelled.append(Int(job.task)) }
    return true
  }

  /// Adds a job to the list of ready jobs, unless its task has been stopped.
  private mutating func keepUnlessStopped(_ job: Ready) {
    if job.thread != nil { return ready.append(job) }
    switch job.activity {
    case .serve(let actor):
      // The job with which the actor was ready may have been removed, so its next job takes over.
      if let first = lines.firstOrNone(in: actor) { ready.append(first) }
    case .enter(var gate) where crash.isStopped(job.task):
      var job = job
      let source = gate.source.take()
      job.activity = .enter(gate)
      _ = crash.keep(job)
      if let source { makeReady(lines.release(source)) }
    case .enter, .run:
      if !crash.keep(job) { ready.append(job) }
    }
  }

  /// Stops a new task or actor if a stopped task created it in the rest of a suspended step.
  mutating func stopIfMadeByStoppedTask(_ participant: Int32) {
    guard crash.hasStoppedTasks, let running, crash.hasStopped(running.task) else { return }
    crash.stop([participant])
  }

  /// Continues a suspended step of a stopped task. Such steps run first, so there is no choice.
  mutating func endStep(at index: Int) -> Action {
    let step = ready.remove(at: index)
    log.begin(0, of: Candidates(ready: [step]), at: now, participantCount: roster.count)
    log.change { $0.isForced = true }
    return resume(step, on: step.thread!)
  }

  /// Makes the jobs and timers of stopped tasks ready after the run, so that these tasks can end.
  mutating func endCrash() {
    let (jobs, timers) = crash.end()
    for job in jobs {
      if case .serve(let actor) = job.activity {
        getInLine(job, for: actor)
      } else {
        makeReady(job)
      }
    }
    for timer in timers { self.timers.insert(timer) }
  }
}
