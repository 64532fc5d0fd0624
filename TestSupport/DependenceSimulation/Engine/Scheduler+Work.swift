import CSimulationRuntime

extension Scheduler {
  struct Ready: Sendable {
    enum Activity: Sendable {
      case run
      case enter(Gate)
      case serve(UInt)
    }

    var job: UnownedJob
    let participant: Int32
    var executor = Step.Executor.pool
    var kind = simulation_job_other
    var activity = Activity.run
    /// The number of the task that an actor runs in this job, or `nil` if no actor runs a task.
    var servedTask: Int32?
    /// The priority of this job in the queue of an actor.
    var priority: UInt8 = 0
    /// The thread on which the step is suspended, or `nil` if the step is not suspended.
    var thread: StepThread?
    /// The number of a `Task.immediate` that the step has started and is running, or `nil`.
    var immediateTask: Int32?

    /// The number of the task whose code this job runs.
    var task: Int32 { servedTask ?? participant }

    var onlyJoinsQueue: Bool {
      if case .enter(let gate) = activity { gate.target.identity != nil } else { false }
    }

    /// Whether this job only resumes a task, which then continues in the same step.
    var isRelay: Bool { kind == simulation_job_continuation }
    var isTask: Bool { kind == simulation_job_task }

    /// Returns `true` if this job is a task, and `job` is the same task or resumes it.
    func isSameTask(
      as job: UnownedJob,
      _ kind: simulation_job_kind,
      _ runtime: any RuntimeReader
    ) -> Bool {
      switch (self.kind, kind) {
      case (simulation_job_task, simulation_job_task): job.pointer == self.job.pointer
      case (simulation_job_task, simulation_job_continuation):
        runtime.subject(of: job) == UnsafeRawPointer(self.job.pointer)
      default: false
      }
    }
  }

  /// A suspended step that waits for a lock or a condition.
  struct Blocked: @unchecked Sendable {
    let step: Ready
    /// The lock. `Blocked` is unchecked because the memory of the lock is only read, and the stack
    /// frame of the step keeps it alive.
    let lock: simulation_lock
    /// The number of steps that the run had taken when this step was suspended.
    let since: Int
  }

  struct Timer: Comparable, Sendable {
    let deadline: Duration
    let number: Int
    let job: UnownedJob
    let sleeper: Int32?

    static func == (left: Timer, right: Timer) -> Bool { left.number == right.number }

    static func < (left: Timer, right: Timer) -> Bool {
      (left.deadline, left.number) < (right.deadline, right.number)
    }
  }

  struct Gate: @unchecked Sendable {
    /// The actor that the task is about to enter, if any. `Gate` is unchecked because the task
    /// keeps this actor alive.
    let target: simulation_executor
    /// The actor that the task still holds, if any, and its number, which is −1 for the main actor.
    var source: UInt?
    var holder: Int32?

    init(_ gate: simulation_gate) {
      target = gate.target
      source = gate.source.map { UInt(bitPattern: $0) }
    }
  }

  /// A task that waits until virtual time has reached `target` and all work due by then has run.
  struct Pause: Sendable {
    let target: Duration
    let continuation: UnsafeContinuation<Void, Never>
  }

  enum Action: Sendable {
    case run(Ready)
    /// A task has joined the queue of an actor, so there is nothing to run.
    case enter
    case serve(UnownedJob, UInt)
    /// The end of sleeps. The simulation runs these jobs at once, and wakes due test clocks.
    case wake([UnownedJob])
    /// The continuation of a suspended step on its thread.
    case resume(StepThread)
    case endPause(UnsafeContinuation<Void, Never>)
    case ring(@Sendable () -> Void)
    case cancel(Roster.Object)
    case end(RunRecord.Ending)
  }
}

struct Candidates: RandomAccessCollection {
  let ready: [Scheduler.Ready]
  /// The number that represents the passing of time, or `nil` if time cannot pass in this step.
  var time: Int32?

  var startIndex: Int { 0 }
  var endIndex: Int { time == nil ? ready.count : ready.count + 1 }

  var numbers: [Int] { ready.map { Int($0.participant) } + (time.map { [Int($0)] } ?? []) }

  subscript(index: Int) -> Int { Int(index < ready.count ? ready[index].participant : time!) }

  /// Returns the address of the actor on which a candidate would run or queue, or `nil`.
  func resource(at index: Int) -> Int? {
    guard index < ready.count else { return nil }
    return switch ready[index].activity {
    case .run: nil
    case .enter(let gate): gate.target.identity.map { Int(bitPattern: $0) }
    case .serve(let actor): Int(bitPattern: actor)
    }
  }
}
