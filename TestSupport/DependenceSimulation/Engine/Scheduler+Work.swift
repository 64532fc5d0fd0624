import CSimulationRuntime

extension Scheduler {
  struct Ready: Sendable {
    enum Way: Sendable {
      case run
      case enter(Gate)
      case serve(UInt)
    }

    var job: UnownedJob
    let participant: Int32
    var place = Step.Place.pool
    var kind = simulation_job_other
    var way = Way.run
    /// On whose behalf it runs; nil if on its own.
    var visitor: Int32?
    /// The priority with which an actor serves it.
    var priority: UInt8 = 0
    /// The thread on which the step is suspended; nil if it has not begun.
    var thread: StepThread?
    /// The task that the step began at once, and in whose code it is suspended; nil if it is in no such task.
    var inner: Int32?

    /// The task whose code runs.
    var task: Int32 { visitor ?? participant }

    var isHop: Bool {
      if case .enter(let gate) = way { gate.target.identity != nil } else { false }
    }

    /// True if it only makes its task able to run, which then does so in the same step.
    var isRelay: Bool { kind == simulation_job_continuation }
    var isTask: Bool { kind == simulation_job_task }

    /// True if this is a task, and `job` is the same one or makes it able to run.
    func isSameTask(as job: UnownedJob, _ kind: simulation_job_kind) -> Bool {
      switch (self.kind, kind) {
      case (simulation_job_task, simulation_job_task): job.pointer == self.job.pointer
      case (simulation_job_task, simulation_job_continuation):
        simulation_subject_of_job(job.pointer) == UnsafeRawPointer(self.job.pointer)
      default: false
      }
    }
  }

  /// A suspended step that waits for a lock.
  struct Blocked: @unchecked Sendable {
    let step: Ready
    /// Unchecked: the word is only read, and the frame of the step keeps the lock alive.
    let lock: simulation_lock
    /// The number of steps so far.
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
    /// The actor, by which its task is kept alive; nil for none.
    let target: simulation_executor
    /// The actor that it holds until then, and its number, −1 for the main actor; nil for none.
    var source: UInt?
    var holder: Int32?

    init(_ gate: simulation_gate) {
      target = gate.target
      source = gate.source.map { UInt(bitPattern: $0) }
    }
  }

  /// A task that waits until everything due by then has run.
  struct Pause: Sendable {
    let target: Duration
    let continuation: UnsafeContinuation<Void, Never>
  }

  enum Action: Sendable {
    case run(Ready)
    /// A task is in line: nothing is to be done.
    case enter
    case serve(UnownedJob, UInt)
    /// Jobs that end sleeps: to be run at once, all of them, and with them the sleepers of clocks who are due.
    case wake([UnownedJob])
    /// A suspended step goes on, on its thread.
    case resume(StepThread)
    case endPause(UnsafeContinuation<Void, Never>)
    case ring(@Sendable () -> Void)
    case cancel(Roster.Object)
    case end(RunRecord.Ending)
  }
}

struct Candidates: RandomAccessCollection {
  let ready: [Scheduler.Ready]
  /// The number of time, if it may pass.
  var time: Int32?

  var startIndex: Int { 0 }
  var endIndex: Int { time == nil ? ready.count : ready.count + 1 }

  var numbers: [Int] { ready.map { Int($0.participant) } + (time.map { [Int($0)] } ?? []) }

  subscript(index: Int) -> Int { Int(index < ready.count ? ready[index].participant : time!) }

  /// The address of the actor that a candidate is about to run on or to queue for, or `nil` if there is no such actor.
  func resource(at index: Int) -> Int? {
    guard index < ready.count else { return nil }
    return switch ready[index].way {
    case .run: nil
    case .enter(let gate): gate.target.identity.map { Int(bitPattern: $0) }
    case .serve(let actor): Int(bitPattern: actor)
    }
  }
}
