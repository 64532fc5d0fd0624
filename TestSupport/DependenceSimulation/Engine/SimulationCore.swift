import CSimulationRuntime
import Dependence
import DependenceHarness
import Dispatch

/// A simulation at work: its state under one lock, and what the runtime has to know of it.
final class SimulationCore: @unchecked Sendable {
  struct State {
    var scheduler: Scheduler
    var clocks: [any SimulatedClock] = []
    var clock: TestClock?
    /// The number of times that another thread made a task of this simulation able to run.
    var outsideResumptions = 0
    var onOutsideResumption: (@Sendable () -> Void)?
    /// True if the task around the simulation was cancelled, which the body has not been told yet.
    var isCancelled = false
    var body: Roster.Object?
    /// The seed of the random numbers of dependencies, or `nil` if none was needed.
    var randomSeed: UInt64?
    /// The generators of the tasks that have used random numbers, by the number of the task.
    var generators: [Int32: SeededRandomNumberGenerator] = [:]
    /// The durable values that were written in this simulation, in the order of their first writes.
    var storage: [any CrashableStorage] = []
    /// The right to run the simulation; nil while it does not run.
    var baton: Baton?
    /// True if the run is over, and jobs go where they would without it.
    var isClosed = false
  }

  // Lives as long as this object. The time in it is written by the thread that runs the simulation,
  // and read there, or where one of its tasks runs elsewhere, which is an escape in itself.
  let session: UnsafeMutablePointer<simulation_session>
  let state: EngineLock<State>
  let options: SimulationOptions
  let schedule: Schedule
  let trapWord: TrapWord
  // Set once, before anything runs.
  private(set) var main: MainExecutor!
  private(set) var gate: GateExecutor!

  init(_ schedule: Schedule, _ options: SimulationOptions) {
    SimulationRuntime.connect()
    self.schedule = schedule
    var options = options
    // First in, first out would continue every step at once.
    if schedule == .fifo { options.interruptsSteps = false }
    self.options = options
    var time = options.time
    if time == .automatic, schedule.movesTimeAnytime { time = .anytime }
    trapWord = TrapWord(schedule, movesTimeAnytime: time == .anytime)
    let limit = options.stepLimit ?? SimulationOptions.usualStepLimit
    var scheduler = Scheduler(schedule, trapWord, time: time, stepLimit: limit)
    scheduler.suspendsSteps = options.interruptsSteps
    scheduler.roster.keepsEnded = options.interruptsSteps && schedule.isOfSearch
    state = EngineLock(State(scheduler: scheduler))
    session = .allocate(capacity: 1)
    main = MainExecutor(self)
    gate = GateExecutor(self)
    let mainActor = UInt(bitPattern: Unmanaged.passUnretained(main).toOpaque())
    state.withLock { $0.scheduler.mainActor = mainActor }
  }

  /// Makes the executor that tasks prefer, and which keeps the simulation alive.
  func makeExecutor() -> PoolExecutor {
    session.initialize(
      to: simulation_session(
        simulation: Unmanaged.passUnretained(self).toOpaque(),
        task_executor: simulation_executor(),
        main_executor: simulation_executor(main.asUnownedSerialExecutor()),
        gate_executor: simulation_executor(gate.asUnownedSerialExecutor()),
        turns_everywhere: options.turnsEverywhere,
        uses: Step.Uses().rawValue,
        resumptions: 0,
        has_just_resumed: false,
        suspended_steps: 0,
        hash_salt: options.hashSalt,
        now: 0,
        is_closed: false,
        departures: 0
      )
    )
    let executor = PoolExecutor(self)
    session.pointee.task_executor = unsafeBitCast(
      executor.asUnownedTaskExecutor() as UnownedTaskExecutor,
      to: simulation_executor.self
    )
    return executor
  }

  deinit { session.deallocate() }

  /// Lets the clocks of Swift tell the time.
  func showTime(_ now: Duration) { simulation_set_time(session, Int64(now.nanoseconds)) }
}

// MARK: - What comes in

extension SimulationCore {
  func enqueue(_ job: UnownedJob, at place: Step.Place) {
    if !change({ $0.enqueue(job, at: place) }) { Self.passOn(job, to: place) }
    reachPoint(after: job)
  }

  /// Lets the task that a step has made able to run do so before the rest of that step.
  private func reachPoint(after job: UnownedJob) {
    guard options.interruptsSteps else { return }
    simulation_note_wake_up()
    // A task that is on its way elsewhere, or at its end, has no rest of a step.
    let kind = simulation_kind_of_job(job.pointer)
    let subject =
      kind == simulation_job_continuation
      ? simulation_subject_of_job(job.pointer) : UnsafeRawPointer(job.pointer)
    guard let current = simulation_current_task(), current != subject,
      simulation_state_of_task(current) != simulation_task_finished
    else { return }
    simulation_reach_point(0)
  }

  func enqueue(_ job: UnownedJob, at gate: simulation_gate) {
    let gate = Scheduler.Gate(gate)
    if !change({ $0.enqueue(job, at: gate) }) { Self.passOn(job, to: gate) }
  }

  func enqueue(_ job: UnownedJob, on actor: simulation_executor) {
    if !change({ $0.enqueue(job, on: actor) }) { simulation_enqueue(job.pointer, actor) }
  }

  /// Runs a job that ends a sleep when its time has come.
  func enqueue<D: DurationProtocol>(_ job: UnownedJob, after duration: D) {
    // Every clock of Swift and ours counts in these.
    let duration = duration as? Duration ?? .zero
    if !change({ $0.addTimer(job, at: $0.now + duration) }) { Self.passOn(job, after: duration) }
  }

  func add(task: UnsafeMutableRawPointer, name: String?, origin: CodeAddress) {
    simulation_retain(task)
    let origin = origin.description
    state.withLock { $0.scheduler.add(task: task, name: name, origin: origin) }
  }

  /// Changes what can run, and has that noticed.
  ///
  /// - Returns: False if the run is over, and nothing was changed.
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

  /// Gives a job that comes too late to whoever would have had it without the simulation.
  static func passOn(_ job: UnownedJob, to place: Step.Place) {
    switch place {
    case .pool: globalConcurrentExecutor.enqueue(ExecutorJob(job))
    case .mainActor: MainActor.shared.enqueue(job)
    }
  }

  /// Gives a task that comes too late to the actor it wants to go to.
  static func passOn(_ job: UnownedJob, to gate: Scheduler.Gate) {
    if gate.target.identity == nil { return passOn(job, to: .pool) }
    if gate.target.implementation != nil { return passOn(job, to: .mainActor) }
    simulation_enqueue(job.pointer, gate.target)
  }

  private static func passOn(_ job: UnownedJob, after duration: Duration) {
    DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(duration.nanoseconds)) {
      globalConcurrentExecutor.enqueue(ExecutorJob(job))
    }
  }
}

extension SimulationCore.State {
  /// Takes the callback of a run that waits for work outside. Never call it under the lock.
  mutating func takeWakeUp() -> (@Sendable () -> Void)? {
    defer { onOutsideResumption = nil }
    return onOutsideResumption
  }
}

// MARK: - Random numbers

extension SimulationCore {
  /// The number of sequences of random numbers. An exhaustive search tries only the first of them.
  private static let randomSequences = 1_024

  /// The next random number for dependencies of the running task. Each task has numbers of its own, so that they do not depend
  /// on the order in which tasks draw them or are made.
  func nextRandomNumber() -> UInt64 {
    let seed = randomSeed()
    return state.withLock { state in
      let task = simulation_current_task().flatMap { state.scheduler.roster.number(of: $0) } ?? -1
      let first = state.scheduler.roster.seed(of: task, from: seed)
      return state.generators[task, default: SeededRandomNumberGenerator(seed: first)].next()
    }
  }

  private func randomSeed() -> UInt64 {
    if let seed = state.withLock(\.randomSeed) { return seed }
    let choice = decide("random numbers", among: Self.randomSequences, isDrawn: true) {
      "sequence \($0)"
    }
    state.withLock { $0.randomSeed = UInt64(choice) }
    return UInt64(choice)
  }
}

// MARK: - The world of clocks

extension SimulationCore: SimulatedWorld {
  var now: Duration {
    simulation_note_use(UInt32(simulation_uses_time))
    return state.withLock { $0.scheduler.now }
  }

  func join(_ clock: any SimulatedClock) {
    state.withLock { state in
      if !state.clocks.contains(where: { $0 === clock }) { state.clocks.append(clock) }
    }
  }

  func choose(_ name: String, among count: Int, describing describe: (Int) -> String) -> Int {
    decide(name, among: count, isDrawn: false, describing: describe)
  }

  private func decide(
    _ name: String,
    among count: Int,
    isDrawn: Bool,
    describing describe: (Int) -> String
  ) -> Int {
    guard count > 1 else { return 0 }
    let choice = state.withLock { $0.scheduler.decide(among: count) }
    // The description is code of the test. It runs outside the lock, and without scheduling points, so that the decision
    // stays in this step.
    let isInStep = simulation_set_in_step(false)
    let decision = Decision(name: name, value: describe(choice), isDrawn: isDrawn)
    _ = simulation_set_in_step(isInStep)
    state.withLock { $0.scheduler.log.add(decision, choice: choice, of: count) }
    return choice
  }

  func advance(to time: Duration) async {
    await withUnsafeContinuation { continuation in
      let pause = Scheduler.Pause(target: time, continuation: continuation)
      if !change({ $0.add(pause) }) { continuation.resume() }
    }
  }

  func whenIdle(_ ring: @escaping @Sendable () -> Void) -> Int {
    let (number, wakeUp) = state.withLock { state in
      (state.scheduler.addAlarm(ring), state.takeWakeUp())
    }
    wakeUp?()
    return number
  }

  func cancelIdle(_ number: Int) {
    // Released outside the lock.
    _ = state.withLock { $0.scheduler.cancelAlarm(number) }
  }
}

extension SimulationCore {
  /// A clock that shows the time of this simulation. Whoever is left sleeping on it is a task that is left.
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
  /// Whole nanoseconds, as many as there can be.
  var nanoseconds: Int {
    let (seconds, attoseconds) = components
    let (product, isOver) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !isOver else { return seconds < 0 ? .min : .max }
    let (sum, isOverToo) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return isOverToo ? (seconds < 0 ? .min : .max) : Int(sum)
  }
}
