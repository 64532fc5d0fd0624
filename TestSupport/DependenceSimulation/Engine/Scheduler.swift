import CSimulationRuntime
import DependenceHarness

/// Who can run, who sleeps, and what happens next: a pure state machine.
///
/// It runs nothing itself. Its owner asks ``next()`` what to do, does it outside the lock, and asks again.
struct Scheduler: Sendable {
  /// A job that can run.
  struct Ready: Sendable {
    let job: UnownedJob
    let participant: Int32
    let place: Step.Place
    var kind = simulation_job_other

    /// Whether it only makes its task able to run, which then does so in the same step.
    var isRelay: Bool { kind == simulation_job_continuation }
    var isTask: Bool { kind == simulation_job_task }

    /// Whether this is a task, and `job` the same, or what makes it able to run.
    func isSameTask(as job: UnownedJob, _ kind: simulation_job_kind) -> Bool {
      guard isTask else { return false }
      switch kind {
      case simulation_job_task: return job.pointer == self.job.pointer
      case simulation_job_continuation:
        return simulation_subject_of_job(job.pointer) == UnsafeRawPointer(self.job.pointer)
      default: return false
      }
    }
  }

  /// A job of the runtime that ends a sleep.
  struct Timer: Comparable, Sendable {
    let deadline: Duration
    let number: Int
    let job: UnownedJob

    static func == (left: Timer, right: Timer) -> Bool { left.number == right.number }

    static func < (left: Timer, right: Timer) -> Bool {
      (left.deadline, left.number) < (right.deadline, right.number)
    }
  }

  /// A task that waits until everything due by then has run.
  struct Pause: Sendable {
    let target: Duration
    let continuation: UnsafeContinuation<Void, Never>
  }

  /// What to do next.
  enum Action: Sendable {
    case run(Ready)
    /// Jobs that end sleeps: to be run at once, all of them. They make others able to run.
    ///
    /// With them, if it says so, the sleepers of clocks who are due.
    case wake([UnownedJob], areClocksDue: Bool)
    case resume(UnsafeContinuation<Void, Never>)
    /// Nobody can run, and somebody wants to know.
    case ring(@Sendable () -> Void)
    /// The task around the simulation was cancelled.
    case cancel(Roster.Object)
    case end(RunRecord.Ending)
  }

  private(set) var now: Duration = .zero
  private(set) var ready: [Ready] = []
  private(set) var stepCount = 0
  private(set) var log = RunLog()
  var roster = Roster()
  var stepLimit: Int
  /// Whether the body has returned.
  var hasReturned = false
  /// Whether steps are still written down.
  var isLogging = true

  private var chooser: Chooser
  private let movesTime: Bool
  private var timers = Heap<Timer>()
  private var timerCount = 0
  private var pauses: [Pause] = []
  private var alarms: [(number: Int, ring: @Sendable () -> Void)] = []
  private var alarmCount = 0
  /// Who runs.
  private var running: Ready?

  init(_ schedule: Schedule, movesTime: Bool, stepLimit: Int) {
    chooser = Chooser(schedule)
    self.movesTime = movesTime
    self.stepLimit = stepLimit
  }

  // MARK: What comes in

  mutating func enqueue(_ job: UnownedJob, at place: Step.Place) {
    let kind = simulation_kind_of_job(job.pointer)
    let participant: Int32
    if let running, running.isSameTask(as: job, kind) {
      // It yields, or goes to an actor: no need to look it up.
      participant = running.participant
    } else {
      participant = roster.participant(of: job, kind, parent: running?.participant)
    }
    ready.append(Ready(job: job, participant: participant, place: place, kind: kind))
    if let running, running.isRelay, running.participant == participant { return }
    if isLogging, running != nil { log.wake(participant) }
  }

  mutating func add(
    task: UnsafeMutableRawPointer,
    name: String?,
    origin: CodeAddress
  ) {
    roster.add(task: task, name: name, origin: origin, parent: running?.participant)
  }

  mutating func addTimer(_ job: UnownedJob, at deadline: Duration) {
    timers.insert(Timer(deadline: max(deadline, now), number: timerCount, job: job))
    timerCount += 1
  }

  mutating func add(_ pause: Pause) {
    pauses.append(pause)
  }

  mutating func addAlarm(_ ring: @escaping @Sendable () -> Void) -> Int {
    defer { alarmCount += 1 }
    alarms.append((alarmCount, ring))
    return alarmCount
  }

  mutating func cancelAlarm(_ number: Int) -> (@Sendable () -> Void)? {
    alarms.firstIndex { $0.number == number }.map { alarms.remove(at: $0).ring }
  }

  // MARK: What goes on

  /// Ends the job that ran.
  ///
  /// - Returns: Tasks that have ended, to be released.
  mutating func finishJob() -> [Roster.Object] {
    guard let job = running else { return [] }
    if job.isRelay, let task = ready.last, task.participant == job.participant { return [] }
    running = nil
    let (hasEnded, object) = job.isTask ? roster.checkEnd(of: job.job) : (false, nil)
    let others = roster.isActor(job.participant) ? roster.sweep() : []
    if isLogging, !log.isTruncated {
      let isRunnable = ready.contains { $0.participant == job.participant }
      let ending: Step.Ending = hasEnded ? .finished : isRunnable ? .runnable : .suspended
      log.end(ending, ended: others.map(\.number))
    }
    if let object { return [object] + others.compactMap(\.object) }
    return others.isEmpty ? [] : others.compactMap(\.object)
  }

  /// What to do now.
  ///
  /// - Parameter clockDeadline: When the first sleeper of a clock is due.
  mutating func next(clockDeadline: () -> Duration?) -> Action {
    if running != nil, let task = ready.popLast() {
      // The job that was chosen has only resumed its task.
      running = task
      return .run(task)
    }
    guard ready.isEmpty else {
      if stepCount >= stepLimit { return .end(hasReturned ? .returned : .livelock) }
      return .run(takeReady())
    }
    if hasReturned { return .end(.returned) }
    if let first = pauses.indices.min(by: { pauses[$0].target < pauses[$1].target }) {
      let pause = pauses[first]
      if let action = moveTime(to: pause.target, clockDeadline()) { return action }
      now = max(now, pause.target)
      pauses.remove(at: first)
      return .resume(pause.continuation)
    }
    if movesTime, let action = moveTime(to: nil, clockDeadline()) { return action }
    if !alarms.isEmpty { return .ring(alarms.removeFirst().ring) }
    return .end(.deadlock)
  }

  private mutating func takeReady() -> Ready {
    stepCount += 1
    let choice = chooser.choose(among: Candidates(ready: ready))
    if isLogging { log.begin(choice, of: ready, at: now) }
    let chosen = ready.remove(at: choice)
    running = chosen
    return chosen
  }

  /// Moves time to the next deadline, if there is one up to `limit`.
  private mutating func moveTime(to limit: Duration?, _ clockDeadline: Duration?) -> Action? {
    let deadlines = [timers.least?.deadline, clockDeadline].compactMap(\.self)
    guard let next = deadlines.min(), next <= limit ?? next else { return nil }
    now = max(now, next)
    var due: [UnownedJob] = []
    while let timer = timers.least, timer.deadline <= next {
      due.append(timer.job)
      _ = timers.removeLeast()
    }
    return .wake(due, areClocksDue: clockDeadline.map { $0 <= next } ?? false)
  }

  /// Whose step it is; nil if that is no task.
  var runningTask: SimulatedTask? {
    running.map { roster.task(Int($0.participant)) }
  }

  /// Whether anything can happen without work outside.
  var canGoOn: Bool {
    !ready.isEmpty || !pauses.isEmpty || !alarms.isEmpty || movesTime && timers.least != nil
  }

  /// The tasks that have not ended, in the order in which they were made.
  var unfinishedTasks: [SimulatedTask] {
    roster.unfinished.map { roster.task($0.number) }
  }

  // MARK: The end

  /// Takes out those who wait for time to move.
  mutating func takePauses() -> [Pause] {
    defer { pauses = [] }
    return pauses
  }

  /// Takes out everything that could still have run.
  mutating func close() -> (jobs: [Ready], pauses: [Pause]) {
    var jobs = ready
    while let timer = timers.removeLeast() {
      jobs.append(Ready(job: timer.job, participant: 0, place: .pool))
    }
    defer {
      ready = []
      alarms = []
    }
    return (jobs, takePauses())
  }
}

/// The participants that can run, as a schedule sees them.
struct Candidates: RandomAccessCollection {
  let ready: [Scheduler.Ready]

  var startIndex: Int { 0 }
  var endIndex: Int { ready.count }

  subscript(index: Int) -> Int { Int(ready[index].participant) }
}
