import CSimulationRuntime
import DependenceHarness

/// A state machine that decides which action of a simulation happens next.
///
/// The scheduler is pure: it runs no test code, changes nothing outside itself, and reads the state
/// of tasks only through its `RuntimeReader`. The scheduler's owner calls `next(clockDeadline:)`
/// under a lock, releases the lock, performs the returned action, and repeats.
///
/// A *step* is the code that a task or actor runs until it suspends. At a *scheduling point* in the
/// middle of a step, the scheduler can suspend the step on its thread and run another task first.
/// Whenever several tasks or actors are ready to run, the schedule makes a *choice* between them.
struct Scheduler: Sendable {
  private(set) var now: Duration = .zero
  var ready: [Ready] = []
  private(set) var stepCount = 0
  var log = RunLog()
  var roster: Roster
  var stepLimit: Int
  var hasReturned = false

  private var chooser: Chooser
  /// The index of the candidate (a ready task or actor) that the schedule chose for the latest
  /// step. This is `nil` if there was only one candidate, or if `takeChoice()` has already returned
  /// the index.
  private var newChoice: Int?
  let runtime: any RuntimeReader
  let time: SimulationOption.Time
  let recordsEffects: Bool
  var timers = Heap<Timer>()
  private var sleeping: [Int32: (timer: Int, deadline: Duration)] = [:]
  /// An identifier that the schedule can choose like that of a task. If it does, virtual time
  /// advances instead of a task running. This is `nil` until the schedule can first choose to
  /// advance time.
  private var timeID: Int32?
  private var isAdvancingTime = false
  /// For each task that injects a fault (a cancellation or a crash) and has not begun to run, the
  /// identifier of the task whose operation it will cancel or crash.
  private var pendingFaults: [Int32: Int32] = [:]
  /// The task whose operation the next new task will cancel or crash, or `nil` if the next new task
  /// will not inject a fault.
  private var targetOfNextFault: Int32?
  var pauses: [Pause] = []
  private var alarms: [(id: Int, ring: @Sendable () -> Void)] = []
  /// The number of timers and alarms added so far, and the identifier of the next one. A timer ends
  /// a task's sleep. An alarm is a callback that runs when nothing else can happen.
  private var timerCount = 0
  var actorQueues = ActorQueues()
  /// The address of the executor that simulates the main actor. It is set once, before any job
  /// runs.
  var mainActor: UInt?
  var running: Ready?
  var following: Ready?
  /// The job that ran last, until the caller of `finishJob()` has released the tasks that ended in
  /// its step. The code of their deinitializers also belongs to this step.
  private var finished: Ready?
  var suspendsSteps = true
  /// The number of steps that are suspended at a scheduling point or while waiting for a lock.
  var suspendedSteps = 0
  /// The tasks that ended inside a step before the step was suspended. They are released after the
  /// next step, because the runtime may hold locks while a step is being suspended.
  var unreleased: [Roster.Object] = []
  /// Whether the run ignored a scheduling point, where the schedule could have preempted the step,
  /// because too many steps were already suspended.
  var hasSkippedPoints = false
  /// Whether the run reached its step limit while tasks were still ready to run.
  private(set) var hasReachedStepLimit = false
  var hasAbandonedSleepSet: Bool { chooser.hasAbandonedSleepSet }
  var blocked: [Blocked] = []
  /// The lowest priority of any job that has joined an actor's queue so far in this run. A job with
  /// a higher priority may overtake another job when it joins an actor's queue. The log then lists
  /// the actor in the step's `reorderedActors`.
  private var lowestPriority = UInt8.max
  var crash = Crash()
  /// The reason the run ends. This is set only while the scheduler lets suspended steps finish
  /// before the end of the run, and is `nil` at all other times.
  var ending: RunRecord.Ending?
  /// The tasks to report as unfinished if steps are still suspended when the run begins to end, or
  /// `nil` otherwise. The list is stored at that time, because some of these tasks may end while
  /// the suspended steps finish.
  var unfinishedAtLimit: [SimulatedTask]?

  init(
    _ schedule: Schedule,
    time: SimulationOption.Time,
    stepLimit: Int,
    runtime: any RuntimeReader = SwiftRuntime()
  ) {
    chooser = Chooser(schedule)
    roster = Roster(runtime)
    self.runtime = runtime
    recordsEffects = schedule.recordsEffects
    self.time = time
    self.stepLimit = stepLimit
  }

  private var isInStep: Bool { creator != nil || isAdvancingTime }

  /// The job whose step contains the running code, which may create tasks and actors.
  var creator: Ready? { running ?? finished }

  /// The identifier of the task that is running on the current thread, or `nil` if there is no such
  /// task or it is not part of the simulation.
  var currentTaskID: Int32? { runtime.currentTask.flatMap { roster.id(of: $0) } }

  // MARK: Incoming jobs and timers

  mutating func enqueue(_ job: UnownedJob, at executor: Step.Executor) {
    let kind = runtime.kind(of: job)
    let actor = kind == simulation_job_actor ? runtime.target(of: job) : nil
    let key = actor.map { UInt(bitPattern: $0) }
    if let running, case .runOnActor(let current) = running.activity, current == key {
      // The running step has handed a task to this actor, and the runtime is now enqueuing the job
      // that makes the actor run the task. This job belongs to the same step, so it runs next, and
      // the schedule has nothing to choose.
      following = running
      following?.job = job
      following?.kind = kind
      return
    }
    let participant = participant(of: job, kind)
    sleeping[participant] = nil
    if let actor = executor == .mainActor ? mainActor : key {
      arrive(job, participant, kind, at: actor)
    } else {
      let new = Ready(job: job, participant: participant, executor: executor, kind: kind)
      if let running, running.resumesTask, running.participant == participant {
        following = new
      } else {
        makeReady(new)
      }
    }
  }

  mutating func enqueue(_ job: UnownedJob, for hop: Hop) {
    let participant = participant(of: job, simulation_job_task)
    var hop = hop
    if crash.isStopped(participant) { hop.source = nil }
    if let source = hop.source {
      actorQueues.hold(source)
      hop.sourceID = source == mainActor ? Int32(Participant.mainActor) : running?.participant
    }
    let kind = simulation_job_task
    makeReady(Ready(job: job, participant: participant, kind: kind, activity: .hop(hop)))
  }

  mutating func enqueue(_ job: UnownedJob, on actor: simulation_executor) {
    let participant = participant(of: job, simulation_job_task)
    arrive(job, participant, simulation_job_task, at: UInt(bitPattern: actor.identity))
  }

  private mutating func participant(of job: UnownedJob, _ kind: simulation_job_kind) -> Int32 {
    // A task that yields or moves to another actor enqueues its own continuation as a job. This job
    // belongs to the running task, so it gets the same identifier.
    if let running, running.isTask,
      runtime.task(of: job, kind) == UnsafeRawPointer(running.job.pointer)
    {
      return running.participant
    }
    let count = roster.count
    let participant = roster.participant(of: job, kind, by: creator)
    if roster.count > count {
      notePriorityRead(of: runtime.currentTask)
      // The task of an `async let` gets an identifier only when it is first enqueued. If a crash
      // has stopped the task that created it, this is the first opportunity to stop the new task,
      // too.
      stopIfCreatedByStoppedTask(participant)
    }
    return participant
  }

  /// Records that the running step depends on a task's current priority. This is the case if the
  /// task joins an actor's queue, or if it creates a task that inherits the priority.
  private mutating func notePriorityRead(of task: UnsafeRawPointer?) {
    guard isInStep, let task else { return }
    let base = runtime.basePriority(of: task)
    log.change { $0.uses.formUnion(.readPriority(base: base)) }
  }

  mutating func makeReady(_ new: Ready?) {
    guard let new, !storeIfStopped(new), !crash.storeIfWaiting(new) else { return }
    ready.append(new)
    if isInStep { log.change { $0.woke.append(Int(new.participant)) } }
  }

  private mutating func arrive(
    _ job: UnownedJob,
    _ participant: Int32,
    _ kind: simulation_job_kind,
    at actor: UInt
  ) {
    let isMain = actor == mainActor
    // If the job is a task, the simulation must make the runtime run the task on the actor. Any
    // other job was created by the runtime to run the actor, so the simulation only has to run the
    // job itself.
    let isTaskOnActor = !isMain && kind == simulation_job_task
    let address = UnsafeRawPointer(bitPattern: actor)!
    let id = isTaskOnActor ? roster.participant(forActorAt: address, by: nil) : participant
    if isInStep { log.change { $0.joinedQueues.append(isMain ? Participant.mainActor : Int(id)) } }
    let priority = isMain ? 0 : runtime.priority(of: job)
    if !isMain {
      if isInStep, priority > lowestPriority {
        log.change { $0.reorderedActors.append(Int(id)) }
      }
      lowestPriority = min(lowestPriority, priority)
      notePriorityRead(of: kind == simulation_job_task ? UnsafeRawPointer(job.pointer) : nil)
    }
    let new = Ready(
      job: job,
      participant: id,
      executor: isMain ? .mainActor : .pool,
      kind: kind,
      activity: .runOnActor(actor),
      taskOnActor: isTaskOnActor ? participant : nil,
      priority: priority
    )
    enqueue(new, onActorAt: actor)
  }

  mutating func enqueue(_ new: Ready, onActorAt actor: UInt) {
    if !storeIfStopped(new) { makeReady(actorQueues.add(new, to: actor)) }
  }

  mutating func addActor(at address: UnsafeRawPointer) {
    _ = roster.participant(forActorAt: address, by: creator)
  }

  mutating func add(task: UnsafeMutableRawPointer, name: String?, origin: String?) {
    if roster.id(ofPossiblyEnded: task) == nil {
      running?.newTasks.append(Roster.Object(pointer: task))
    }
    roster.add(task: task, name: name, origin: origin, by: creator)
    notePriorityRead(of: runtime.currentTask)
    guard let id = roster.id(of: task) else { return }
    if let target = targetOfNextFault.take() {
      pendingFaults[id] = target
      roster.markFault(id)
    }
    stopIfCreatedByStoppedTask(id)
  }

  /// Records that the next task to be created will cancel or crash the operation that `task` runs.
  ///
  /// Virtual time usually advances only when no task is ready to run. However, time can advance
  /// while a task that injects such a fault is ready. Otherwise, the fault could happen only before
  /// the operation's first sleep.
  mutating func expectFault(of task: UnsafeRawPointer) {
    targetOfNextFault = roster.id(ofPossiblyEnded: task)
  }

  mutating func addTimer(_ job: UnownedJob, at deadline: Duration) {
    // The sleeping task is the current task. This is not always the task whose step is running,
    // because a `Task.immediate` starts inside another task's step.
    let sleeper = currentTaskID
    // Swift's clocks show whole nanoseconds. Without rounding, they could show a time before the
    // deadline when the sleep ends.
    let deadline = max(deadline.roundedUpToNanoseconds, now)
    let timer = Timer(deadline: deadline, id: timerCount, job: job, sleeper: sleeper)
    timerCount += 1
    if crash.storeIfStopped(timer) { return }
    timers.insert(timer)
    if let sleeper { sleeping[sleeper] = (timer.id, deadline) }
  }

  mutating func add(_ new: Pause) {
    var pause = new
    pause.task = currentTaskID
    if crash.storeIfStopped(pause) { return }
    pauses.append(pause)
    if isInStep { log.change { $0.pausesTime = true } }
  }

  /// Records that the running step reads the list of unfinished or sleeping tasks. The search must
  /// know this, because any other task can change these lists.
  mutating func noteReadOfTasks() { log.change { $0.readsTasks = true } }

  mutating func addAlarm(_ ring: @escaping @Sendable () -> Void) -> Int {
    defer { timerCount += 1 }
    alarms.append((timerCount, ring))
    return timerCount
  }

  mutating func cancelAlarm(_ id: Int) -> (@Sendable () -> Void)? {
    alarms.firstIndex { $0.id == id }.map { alarms.remove(at: $0).ring }
  }

  // MARK: Choosing the next action

  /// Ends the running job and its step. Does nothing if another job continues the step.
  ///
  /// - Returns: The tasks that ended in the step. The caller must release them, but not while
  ///   holding a lock, and then call ``finishStep(uses:)``.
  mutating func finishJob() -> [Roster.Object] {
    isAdvancingTime = false
    guard following == nil, let job = running else { return [] }
    if case .runOnActor(let actor) = job.activity { makeReady(actorQueues.endJob(of: actor)) }
    continueCrash()
    running = nil
    finished = job
    let own = job.isTask ? [Roster.Object(pointer: job.job.pointer)] : []
    var ended = roster.removeEnded(among: own + job.newTasks)
    if roster.isActor(job.participant) { ended += roster.sweep(always: recordsEffects) }
    let hasEnded = ended.contains { $0.id == job.participant }
    let isRunnable = ready.contains { $0.participant == job.participant }
    noteEnding(
      hasEnded ? .finished : isRunnable ? .runnable : .suspended,
      ended: ended.map(\.id).filter { $0 != job.participant }
    )
    defer { unreleased = [] }
    return unreleased + ended.compactMap(\.object)
  }

  /// Records the effects of the step that ``finishJob()`` has ended, such as the shared resources
  /// in `uses`. Does nothing if ``finishJob()`` has not ended a step.
  mutating func finishStep(uses: Step.Uses) {
    if finished.take() != nil { noteEffects(uses) }
  }

  mutating func noteEnding(_ ending: Step.Ending, ended: [Int32]) {
    log.change { ($0.ending, $0.ended) = (ending, ended.map { Int($0) }) }
  }

  mutating func noteEffects(_ uses: Step.Uses) {
    let cancelled = recordsEffects ? roster.findCancelled() : []
    log.change { step in
      // Find the tasks that were cancelled during the step, but not by a call in the step. The
      // runtime cancelled them itself, for example because a child task of a group that discards
      // results threw an error.
      let others = cancelled.filter { !step.cancelled.contains(Int($0)) }
      step.cancelled += others.map { Int($0) }
      step.cancelsSeveralTasks = step.cancelsSeveralTasks || others.count > 1
      step.uses.formUnion(uses)
    }
  }

  /// Records that the running step released an object whose deinitializer is isolated to `actor`.
  ///
  /// The deinitializer runs as soon as the actor is free, before any task in the actor's queue.
  mutating func noteDeinit(on actor: simulation_executor) {
    guard isInStep, let address = actor.identity else { return }
    let id = Int(roster.participant(forActorAt: address, by: nil))
    log.change {
      $0.joinedQueues.append(id)
      $0.reorderedActors.append(id)
    }
  }

  /// Records that the running step operates on a task or a task group, for example cancels it. Only
  /// an exhaustive search needs this information. If the schedule cannot belong to such a search,
  /// this method does nothing.
  ///
  /// - Parameter object: The task or the group, or `nil` if the step cancels the child tasks of its
  ///   own task.
  mutating func note(_ event: simulation_event, _ object: UnsafeRawPointer?) {
    guard recordsEffects else { return }
    switch (event, object) {
    case (simulation_cancels_task, let task?): noteCancellation(of: task)
    case (simulation_cancels_children, _): noteCancellation(of: nil)
    case (simulation_checks_task, let task?), (simulation_awaits_task, let task?):
      guard let id = roster.id(ofPossiblyEnded: task) else { return }
      let tasks = event == simulation_checks_task ? \Step.checkedTasks : \Step.awaited
      log.change { $0[keyPath: tasks].append(Int(id)) }
    case (simulation_checks_group, let group?), (simulation_awaits_group, let group?):
      // A task can use only its own groups.
      guard let owner = currentTaskID else { return }
      let id = roster.id(ofGroup: group, of: owner)
      let isCheck = event == simulation_checks_group
      log.change { if isCheck { $0.checkedGroups.append(id) } else { $0.awaitedGroup = id } }
    default: preconditionFailure("The simulation received an unknown event.")
    }
  }

  /// Records the tasks that the running step cancels: a task and its child tasks, or only child
  /// tasks. Includes tasks that have already ended, because in another schedule, the step could
  /// cancel them before they end.
  ///
  /// - Parameter task: The cancelled task, or `nil` if the step cancels its own task's children.
  private mutating func noteCancellation(of task: UnsafeRawPointer?) {
    guard let subject = task ?? runtime.currentTask,
      let id = roster.id(ofPossiblyEnded: subject)
    else { return }
    var cancelled = roster.family(of: id, by: \.childOf)
    if task == nil { cancelled.remove(Int(id)) }
    let count = roster.uncancelledCount(among: cancelled)
    log.change { step in
      // The step may have cancelled some of these tasks before, so add only tasks that are not in
      // the list yet.
      step.cancelled += cancelled.subtracting(step.cancelled).sorted()
      step.cancelsSeveralTasks = step.cancelsSeveralTasks || count > 1
    }
  }

  mutating func next(clockDeadline: () -> Duration?) -> Action {
    if let job = following.take() {
      running = job
      return .run(job)
    }
    if let action = endSuspendedStep() { return action }
    if !blocked.isEmpty { unblock() }
    // The timer that is due next is obsolete if its task is no longer sleeping, for example because
    // a cancellation woke it. An obsolete timer's job runs at once, without advancing virtual time.
    if let timer = timers.least, let sleeper = timer.sleeper,
      sleeping[sleeper]?.timer != timer.id
    {
      _ = timers.removeLeast()
      return .wake([timer.job])
    }
    let mayChooseTime = mayAdvanceTimeAnytime || onlyFaultsAreReady
    let deadline = mayChooseTime ? clockDeadline() : nil
    let mayAdvanceTime = mayChooseTime && canAdvanceTime(deadline)
    guard ready.isEmpty, !mayAdvanceTime else {
      if stepCount >= stepLimit {
        hasReachedStepLimit = true
        return .end(hasReturned ? .returned : .livelock)
      }
      return takeStep(mayAdvanceTime: mayAdvanceTime, deadline)
    }
    if hasReturned { return .end(.returned) }
    if let action = advanceTimeOrEndPause(clockDeadline()) { return action }
    if !alarms.isEmpty { return .ring(alarms.removeFirst().ring) }
    return .end(.deadlock)
  }

  private var mayAdvanceTimeAnytime: Bool { time == .anytime && !hasReturned && pauses.isEmpty }

  /// Whether virtual time may advance even though tasks are ready to run, because all of them
  /// inject faults (cancellations or crashes) into operations that have not ended.
  private var onlyFaultsAreReady: Bool {
    !pendingFaults.isEmpty && !ready.isEmpty && blocked.isEmpty && !hasReturned
      && ready.allSatisfy { pendingFaults[$0.participant].map(roster.isUnfinished) == true }
  }

  private func canAdvanceTime(_ clockDeadline: Duration?) -> Bool {
    !pauses.isEmpty || time != .manual && (timers.least != nil || clockDeadline != nil)
  }

  private mutating func takeStep(mayAdvanceTime: Bool, _ clockDeadline: Duration?) -> Action {
    stepCount += 1
    if mayAdvanceTime, timeID == nil { timeID = roster.participantForTime() }
    if crash.hasStoppedTasks,
      let index = ready.firstIndex(where: { $0.thread != nil && crash.isStopped($0.task) })
    {
      return endStep(at: index)
    }
    // If the schedule can also choose to advance virtual time, the last candidate represents the
    // advance.
    var candidates = ready.map { Int($0.participant) }
    if mayAdvanceTime, let timeID { candidates.append(Int(timeID)) }
    let choice = choose(among: candidates)
    newChoice = candidates.count > 1 ? choice : nil
    useNextJobOfActor(at: choice)
    let job = choice < ready.count ? ready[choice] : nil
    log.begin(choice, of: candidates, job: job, at: now, participantCount: roster.count)
    guard choice < ready.count else {
      isAdvancingTime = true
      return advanceTimeOrEndPause(clockDeadline)!
    }
    let chosen = ready.remove(at: choice)
    pendingFaults[chosen.participant] = nil
    if let thread = chosen.thread { return resume(chosen, on: thread) }
    running = chosen
    switch chosen.activity {
    case .run:
      noteFunction(of: chosen)
      return .run(chosen)
    case .hop(let hop):
      guard let target = hop.target.identity else { return .run(chosen) }
      arrive(chosen.job, chosen.participant, simulation_job_task, at: UInt(bitPattern: target))
      if let source = hop.source {
        log.change { $0.releasedActor = hop.sourceID.map(Int.init) }
        makeReady(actorQueues.release(source))
      }
      // A hop ends no task, so this does not add any tasks.
      unreleased = finishJob()
      return .hop
    case .runOnActor(let actor):
      actorQueues.beginJob(of: actor)
      noteFunction(of: chosen)
      return chosen.taskOnActor == nil ? .run(chosen) : .runOnActor(chosen.job, actor)
    }
  }

  /// Stops recording steps. From now on, tasks and actors run in the order in which they became
  /// ready. Any other order could be neither replayed nor searched, because it is not recorded.
  mutating func endRecording() {
    log.isOpen = false
    chooser.endSchedule()
  }

  private mutating func choose(among candidates: [Int]) -> Int {
    let ready = ready
    return chooser.choose(
      among: candidates,
      isPreempted: ready.first?.thread != nil,
      faults: pendingFaults.isEmpty
        ? [] : ready.indices.filter { pendingFaults[ready[$0].participant] != nil },
      touching: { $0 < ready.count ? ready[$0].neededActor : nil }
    )
  }

  /// Returns the index of the candidate (a ready task or actor) that the schedule chose for the
  /// latest step. The caller adds the index to the replay token. Returns `nil` if there was only
  /// one candidate, or if an earlier call has already returned the index.
  mutating func takeChoice() -> Int? { newChoice.take() }

  /// Chooses one of several elements, for example for a call to `Simulation.choose`. The caller
  /// adds this decision to the run's record.
  ///
  /// - Parameter count: The number of elements, which is at least two.
  /// - Returns: The index of the chosen element.
  mutating func decide(among count: Int) -> Int {
    chooser.decide(for: creator.map { Int($0.participant) } ?? 0, among: count)
  }

  /// If the schedule has chosen an actor, replaces the actor's job in `ready` with the job that the
  /// actor would run now. The two jobs differ if a job with a higher priority has joined the
  /// actor's queue since the actor became ready to run.
  private mutating func useNextJobOfActor(at choice: Int) {
    guard choice < ready.count, ready[choice].thread == nil,
      case .runOnActor(let actor) = ready[choice].activity
    else { return }
    ready[choice] = actorQueues.nextJob(of: actor)
  }

  private mutating func noteFunction(of ready: Ready) {
    guard let task = runtime.task(of: ready.job, ready.kind) else { return }
    let functions = runtime.wait(of: task).functions
    log.change { $0.code = CodeAddress(functions: functions) }
  }

  /// Advances virtual time to the next deadline or to the end of the earliest ``Pause``, whichever
  /// comes first. A pause is a call to `Simulation.advance(by:)` or `settle()`.
  ///
  /// Returns `nil` if there is neither a pause nor a deadline. In manual mode, only pauses may
  /// advance time, so the function ignores deadlines if there is no pause.
  private mutating func advanceTimeOrEndPause(_ clockDeadline: Duration?) -> Action? {
    guard let first = pauses.indices.min(by: { pauses[$0].target < pauses[$1].target }) else {
      return time == .manual ? nil : advanceTime(to: nil, clockDeadline)
    }
    let pause = pauses[first]
    // Round up, like the deadlines of timers, so that advancing time by the duration of a sleep
    // ends the sleep.
    let limit = max(pause.target, pause.target.roundedUpToNanoseconds)
    if let action = advanceTime(to: limit, clockDeadline) { return action }
    now = max(now, pause.target)
    pauses.remove(at: first)
    return .endPause(pause.continuation)
  }

  /// Advances virtual time to the next deadline. Returns `nil` if there is no deadline, or if the
  /// next deadline is after `limit`.
  private mutating func advanceTime(to limit: Duration?, _ clockDeadline: Duration?) -> Action? {
    let deadlines = [timers.least?.deadline, clockDeadline].compactMap(\.self)
    guard var next = deadlines.min(), next <= limit ?? next else { return nil }
    // Deadlines of a `TestClock` are not rounded. If a timer is due in the same nanosecond, end
    // both sleeps at the same time, because they may have the same duration.
    if let clockDeadline, let timer = timers.least?.deadline,
      clockDeadline < timer, timer <= clockDeadline.roundedUpToNanoseconds
    {
      next = timer
    }
    now = max(now, next)
    var due: [UnownedJob] = []
    while let timer = timers.least, timer.deadline <= next {
      due.append(timer.job)
      _ = timers.removeLeast()
    }
    return .wake(due)
  }

  var runningTask: SimulatedTask? { creator.map { roster.task(Int($0.participant)) } }

  /// Whether the simulation can continue on its own. If not, it can continue only after code
  /// outside the simulation has made one of its tasks ready to run.
  var canContinue: Bool {
    !ready.isEmpty || !pauses.isEmpty || !alarms.isEmpty || time != .manual && timers.least != nil
  }

  var unfinishedTasks: [SimulatedTask] {
    unfinishedAtLimit
      ?? roster.unfinished.filter { !crash.wasStopped(Int32($0.id)) }.map {
        roster.task($0.id)
      }
  }

  /// The unfinished tasks, each with a description of the event that it is waiting for.
  var waitingTasks: [SimulatedTask] {
    var waits = roster.waits
    for step in log.steps where !step.onlyJoinsQueue {
      waits[step.taskOnActor ?? step.participant]?.usedStream = step.uses.contains(.streams)
    }
    for (task, sleep) in sleeping { waits[Int(task)]?.deadline = sleep.deadline }
    // These tasks were waiting until the end of the run, where they were cancelled.
    for job in ready { waits[Int(job.task)] = nil }
    return unfinishedTasks.map { task in
      var task = task
      task.wait = waits[task.number]?.description { roster.task($0).title }
      task.isAsleep = waits[task.number]?.deadline != nil
      return task
    }
  }

  // MARK: The end

  mutating func takePauses() -> [Pause] {
    defer { pauses = [] }
    return pauses
  }

  /// Removes and returns all jobs, timers and pauses that remain after the end of the run.
  mutating func close() -> (jobs: [Ready], timers: [UnownedJob], pauses: [Pause]) {
    var jobs = ready.filter { if case .runOnActor = $0.activity { false } else { true } }
    jobs += actorQueues.removeAll()
    // Discard the jobs of tasks that a simulated crash stopped and that have not ended even after
    // their cancellation. These jobs never run.
    jobs.removeAll { crash.wasStopped($0.task) }
    var timerJobs: [UnownedJob] = []
    while let timer = timers.removeLeast() {
      if timer.sleeper.map(crash.wasStopped) != true { timerJobs.append(timer.job) }
    }
    (ready, alarms) = ([], [])
    return (jobs, timerJobs, takePauses())
  }
}
