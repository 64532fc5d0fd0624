import CSimulationRuntime
import Dependence
import DependenceHarness
import Dispatch

/// The state of a simulation, from its creation to the end of its run.
///
/// A lock protects most of the state. Only the values that the C functions in `CSimulationRuntime`
/// need are stored elsewhere, in a C structure called the *session*.
final class SimulationCore: @unchecked Sendable {
  struct State {
    var scheduler: Scheduler
    var clocks: [TestClock] = []
    var clock: TestClock?
    /// The number of times that a thread outside the simulation made a simulated task ready to run.
    /// The simulation does not control when this happens.
    var outsideResumptions = 0
    var onOutsideResumption: (@Sendable () -> Void)?
    /// Whether the task that called `simulate` has been cancelled and the simulation's body must
    /// still be cancelled as well.
    var isCancelled = false
    var body: Roster.Object?
    /// The seed for random numbers that dependencies generate, or `nil` if no random number has
    /// been generated yet.
    var randomSeed: UInt64?
    /// The random number generators of tasks, keyed by task identifier. The key `nil` is for code
    /// outside tasks.
    var generators: [Int32?: SeededRandomNumberGenerator] = [:]
    /// The ``Durable`` values used in this simulation, in order of first use. They are collected
    /// because a simulated crash makes them lose writes.
    var storage: [any CrashableStorage] = []
    /// The object that ensures that only one thread at a time runs simulated code, or `nil` while
    /// the simulation is not running.
    var baton: Baton?
    /// Whether the run is over. Jobs that arrive later run on the executors that would run them
    /// without a simulation.
    var isClosed = false
  }

  // `@unchecked Sendable` because this pointer never changes. Each field of the session that it
  // points to is either constant while tasks run, accessed atomically, or accessed only by the
  // thread that runs the simulation.
  let session: UnsafeMutablePointer<simulation_session>
  let state: EngineLock<State>
  let options: SimulationOptions
  let schedule: Schedule
  /// The token that a signal handler prints if the simulation traps. Choices are added to it only
  /// under the lock of ``state``.
  let trapToken: TrapToken
  // These variables need no lock, because they are set only once, before any job runs.
  private(set) var main: MainExecutor!
  private(set) var hopExecutor: HopExecutor!

  init(_ schedule: Schedule, _ options: SimulationOptions) {
    SimulationRuntime.connect()
    self.schedule = schedule
    var options = options
    // Do not preempt steps (suspend them in the middle) in a first-in, first-out schedule.
    // Preemption would have no effect, because such a schedule would continue the preempted step at
    // once.
    if schedule == .fifo { options.preemptsSteps = false }
    self.options = options
    var time = options.time
    if time == .automatic, schedule.advancesTimeAnytime { time = .anytime }
    trapToken = TrapToken(schedule, advancesTimeAnytime: time == .anytime)
    let limit = options.stepLimit ?? SimulationOptions.usualStepLimit
    var scheduler = Scheduler(schedule, time: time, stepLimit: limit)
    scheduler.suspendsSteps = options.preemptsSteps
    state = EngineLock(State(scheduler: scheduler))
    session = .allocate(capacity: 1)
    main = MainExecutor(self)
    hopExecutor = HopExecutor(self)
    let mainActor = UInt(bitPattern: Unmanaged.passUnretained(main).toOpaque())
    state.withLock { $0.scheduler.mainActor = mainActor }
  }

  /// Creates the executor that all tasks in this simulation prefer, and initializes the session.
  /// The executor keeps the simulation alive.
  func makeExecutor() -> PoolExecutor {
    let executor = PoolExecutor(self)
    session.initialize(to: simulation_session())
    session.pointee.simulation = Unmanaged.passUnretained(self).toOpaque()
    session.pointee.main_executor = simulation_executor(main.asUnownedSerialExecutor())
    session.pointee.hop_executor = simulation_executor(hopExecutor.asUnownedSerialExecutor())
    session.pointee.yields_at_every_await = options.yieldsAtEveryAwait
    session.pointee.hash_salt = options.hashSalt
    session.pointee.task_executor = unsafeBitCast(
      executor.asUnownedTaskExecutor() as UnownedTaskExecutor,
      to: simulation_executor.self
    )
    return executor
  }

  deinit { session.deallocate() }

  /// The text of the replay token for the choices that the schedule has made so far. It is read
  /// under the lock, because another thread may be adding a choice to the token.
  var tokenText: String { state.withLock { _ in trapToken.text } }

  /// Sets the virtual time that Swift's clocks show to simulated code.
  func showTime(_ now: Duration) { simulation_set_time(session, Int64(now.nanoseconds)) }
}

// MARK: - Incoming jobs

extension SimulationCore {
  func enqueue(_ job: UnownedJob, at executor: Step.Executor) {
    if !change({ $0.enqueue(job, at: executor) }) { Self.passOn(job, to: executor) }
    reachPoint(after: job)
  }

  /// Reaches a scheduling point after the running step has enqueued `job`. The schedule can then
  /// run the task of this job before the rest of the step.
  private func reachPoint(after job: UnownedJob) {
    guard options.preemptsSteps else { return }
    simulation_note_wake_up()
    // No scheduling point is needed if the current task's step is over: either the task has ended,
    // or `job` is the current task itself, which is moving to another executor.
    let runtime = SwiftRuntime()
    guard let current = runtime.currentTask, !runtime.hasEnded(current),
      current != runtime.task(of: job, runtime.kind(of: job))
    else { return }
    simulation_reach_point(0)
  }

  func enqueue(_ job: UnownedJob, for hop: simulation_hop) {
    let hop = Scheduler.Hop(hop)
    if !change({ $0.enqueue(job, for: hop) }) { Self.passOn(job, to: hop) }
  }

  func enqueue(_ job: UnownedJob, on actor: simulation_executor) {
    if !change({ $0.enqueue(job, on: actor) }) { simulation_enqueue(job.pointer, actor) }
  }

  /// Enqueues a job that ends a sleep. The job runs once `duration` has passed in virtual time.
  func enqueue<D: DurationProtocol>(_ job: UnownedJob, after duration: D) {
    // The cast succeeds for all clocks in Swift and in this package, which measure time as a
    // `Duration`.
    let duration = duration as? Duration ?? .zero
    if !change({ $0.addTimer(job, at: $0.now.adding(duration)) }) {
      Self.passOn(job, after: duration)
    }
  }

  func add(task: UnsafeMutableRawPointer, name: String?, origin: CodeAddress) {
    Roster.Object(pointer: task).retain()
    let origin = origin.description
    state.withLock { $0.scheduler.add(task: task, name: name, origin: origin) }
  }

  /// Calls `body` with the scheduler. If the calling thread is outside the simulation, also wakes
  /// the simulation, which may be waiting for outside code.
  ///
  /// - Returns: `false` if the run is over and nothing was changed.
  private func change(_ body: (inout Scheduler) -> Void) -> Bool {
    let isOutside = simulation_on_thread() != session
    let (isOpen, wakeUp) = state.withLock { state in
      if state.isClosed { return (false, nil as (@Sendable () -> Void)?) }
      body(&state.scheduler)
      guard isOutside else { return (true, nil) }
      state.outsideResumptions += 1
      return (true, state.takeWakeUp())
    }
    wakeUp?()
    return isOpen
  }

  /// Handles a job that arrives after the end of the simulation, by enqueuing it on the executor
  /// that would run it without a simulation.
  static func passOn(_ job: UnownedJob, to executor: Step.Executor) {
    switch executor {
    case .pool: globalConcurrentExecutor.enqueue(ExecutorJob(job))
    case .mainActor: MainActor.shared.enqueue(job)
    }
  }

  /// Handles a task that arrives after the end of the simulation, by enqueuing it on the actor or
  /// executor that it is switching to.
  static func passOn(_ job: UnownedJob, to hop: Scheduler.Hop) {
    if hop.target.identity == nil { return passOn(job, to: .pool) }
    if hop.target.implementation != nil { return passOn(job, to: .mainActor) }
    simulation_enqueue(job.pointer, hop.target)
  }

  private static func passOn(_ job: UnownedJob, after duration: Duration) {
    DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(duration.nanoseconds)) {
      globalConcurrentExecutor.enqueue(ExecutorJob(job))
    }
  }
}

extension SimulationCore.State {
  /// Removes and returns the callback that continues a run waiting for code outside the simulation,
  /// or returns `nil` if the run is not waiting for such code. The caller must release the lock
  /// before calling the callback.
  mutating func takeWakeUp() -> (@Sendable () -> Void)? {
    defer { onOutsideResumption = nil }
    return onOutsideResumption
  }
}

// MARK: - Random numbers

extension SimulationCore {
  /// The number of random number sequences to choose from. In a random search, the schedule of each
  /// run chooses one of them. An exhaustive search uses only the first one.
  private static let randomSequences = 1_024

  /// Returns the next random number for dependencies used by the running task. Each task has its
  /// own sequence, so the numbers do not depend on the order in which tasks run.
  func nextRandomNumber() -> UInt64 {
    let seed = randomSeed
    return state.withLock { state in
      let task = state.scheduler.currentTaskID
      let first = state.scheduler.roster.seed(of: task, from: seed)
      return state.generators[task, default: SeededRandomNumberGenerator(seed: first)].next()
    }
  }

  var randomSeed: UInt64 {
    if let seed = state.withLock(\.randomSeed) { return seed }
    let choice = decide("random numbers", among: Self.randomSequences, isSampled: true) {
      "sequence \($0)"
    }
    state.withLock { $0.randomSeed = UInt64(choice) }
    return UInt64(choice)
  }
}

// MARK: - Clocks and choices

extension SimulationCore: SimulatedWorld {
  var now: Duration {
    simulation_note_use(UInt32(simulation_uses_time))
    return state.withLock { $0.scheduler.now }
  }

  func join(_ clock: TestClock) {
    state.withLock { state in
      if !state.clocks.contains(where: { $0 === clock }) { state.clocks.append(clock) }
    }
  }

  func noteReadOfSleepers() { state.withLock { $0.scheduler.noteReadOfTasks() } }

  func choose(_ name: String, among count: Int, describing describe: (Int) -> String) -> Int {
    decide(name, among: count, isSampled: false, describing: describe)
  }

  private func decide(
    _ name: String,
    among count: Int,
    isSampled: Bool,
    describing describe: (Int) -> String
  ) -> Int {
    guard count > 1 else { return 0 }
    let choice = state.withLock { state in
      let choice = state.scheduler.decide(among: count)
      trapToken.add(choice)
      return choice
    }
    // Call `describe` outside the lock, because it runs test code. Disable scheduling points (where
    // another task may run) during the call, so that no other step is recorded before this
    // decision.
    let isInStep = simulation_set_in_step(false)
    let value = describe(choice)
    _ = simulation_set_in_step(isInStep)
    let decision = Decision(name: name, value: value, count: count, isSampled: isSampled)
    state.withLock { $0.scheduler.log.add(decision, choice: choice) }
    return choice
  }

  func advance(to time: Duration) async {
    await withUnsafeContinuation { continuation in
      let pause = Scheduler.Pause(target: time, continuation: continuation)
      if !change({ $0.add(pause) }) { continuation.resume() }
    }
  }

  func whenIdle(_ ring: @escaping @Sendable () -> Void) -> Int {
    let (id, wakeUp) = state.withLock { state in
      (state.scheduler.addAlarm(ring), state.takeWakeUp())
    }
    wakeUp?()
    return id
  }

  func cancelIdle(_ id: Int) {
    // Release the closure outside the lock, because releasing it may run a deinitializer.
    _ = state.withLock { $0.scheduler.cancelAlarm(id) }
  }
}

extension SimulationCore {
  /// A clock that shows this simulation's virtual time. The clock itself does not report tasks that
  /// are still sleeping at the end of the test, because the simulation reports them as unfinished
  /// tasks.
  var clock: TestClock {
    if let clock = state.withLock({ $0.clock }) { return clock }
    let new = TestClock(allowsSleepersAtEnd: true)
    let clock = state.withLock { state in
      let clock = state.clock ?? new
      state.clock = clock
      return clock
    }
    clock.showTime(of: self)
    return clock
  }
}

extension simulation_executor {
  init(defaultActor: UInt) {
    self.init(identity: UnsafeMutableRawPointer(bitPattern: defaultActor), implementation: nil)
  }

  fileprivate init(_ executor: UnownedSerialExecutor) {
    self = unsafeBitCast(executor, to: Self.self)
  }
}

extension Duration {
  /// The duration in whole nanoseconds, clamped to the range of `Int`.
  var nanoseconds: Int { Int(clamping: attoseconds / 1_000_000_000) }

  /// Returns the sum of two durations, or the longest possible duration if the sum is too large. At
  /// most one of the durations may be negative.
  func adding(_ other: Duration) -> Duration {
    let (sum, isTooLarge) = attoseconds.addingReportingOverflow(other.attoseconds)
    return Duration(attoseconds: isTooLarge ? .max : sum)
  }

  /// The duration rounded up to whole nanoseconds, but at most `Int.max` nanoseconds, the latest
  /// time that Swift's clocks show in a simulation.
  var roundedUpToNanoseconds: Duration {
    let truncated = Duration.nanoseconds(nanoseconds)
    return truncated < self && nanoseconds < .max ? truncated + .nanoseconds(1) : truncated
  }
}
