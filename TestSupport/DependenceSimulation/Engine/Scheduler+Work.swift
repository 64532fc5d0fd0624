import CSimulationRuntime

extension Scheduler {
  /// A job that is running, ready to run, or waiting in an actor's queue, together with the
  /// identifier of the task or actor that it belongs to (`participant`).
  struct Ready: Sendable {
    enum Activity: Sendable {
      case run
      /// Switches a task to another executor. If the executor is an actor, the task only joins the
      /// actor's queue in this step, and runs in a later one.
      case hop(Hop)
      /// Runs the job on the actor with the given address.
      case runOnActor(UInt)
    }

    var job: UnownedJob
    let participant: Int32
    var executor = Step.Executor.pool
    var kind = simulation_job_other
    var activity = Activity.run
    /// The identifier of the task that an actor runs in this job, or `nil` if the job does not run
    /// a task on an actor.
    var taskOnActor: Int32?
    /// The job's priority in an actor's queue. The actor runs jobs with a higher priority first.
    var priority: UInt8 = 0
    /// The thread on which the job is suspended in the middle of its code, or `nil` if the job is
    /// not suspended.
    var thread: StepThread?
    /// The identifier of the `Task.immediate` that was running inside the step when the step was
    /// suspended, or `nil` if there was none.
    var immediateTask: Int32?
    /// The tasks that the job created without enqueuing them. A `Task.immediate` runs inside the
    /// job's step until it first suspends, and can therefore end there.
    var newTasks: [Roster.Object] = []

    /// The identifier of the task whose code this job runs, or ``participant`` if the job runs no
    /// task.
    var task: Int32 { taskOnActor ?? participant }

    var onlyJoinsQueue: Bool {
      if case .hop(let hop) = activity { hop.target.identity != nil } else { false }
    }

    /// Whether this job only resumes a suspended task, without running the task's code. The code
    /// then runs in a second job of the same step.
    var resumesTask: Bool { kind == simulation_job_continuation }
    var isTask: Bool { kind == simulation_job_task }

    /// The address of the actor that this job needs, or `nil` if it needs no actor. Either the job
    /// runs on the actor, or its task joins the actor's queue.
    var neededActor: Int? {
      switch activity {
      case .run: nil
      case .hop(let hop): hop.target.identity.map { Int(bitPattern: $0) }
      case .runOnActor(let actor): Int(bitPattern: actor)
      }
    }
  }

  /// A step that the scheduler has suspended because the step is waiting for a lock or a condition
  /// variable. A step is the code that a task runs until the task suspends itself.
  struct Blocked: @unchecked Sendable {
    let step: Ready
    /// The lock that the step is waiting for. `Blocked` is `@unchecked Sendable` because it only
    /// reads the memory that this value points to. The memory stays valid while the step is
    /// suspended.
    let lock: simulation_lock
    /// The value of `stepCount` when the step was suspended. A higher value means that another step
    /// has run since then.
    let since: Int
  }

  /// A task's sleep. When virtual time reaches `deadline`, the simulation runs `job`, which wakes
  /// the task.
  struct Timer: Comparable, Sendable {
    let deadline: Duration
    let id: Int
    let job: UnownedJob
    let sleeper: Int32?

    static func == (left: Timer, right: Timer) -> Bool { left.id == right.id }

    static func < (left: Timer, right: Timer) -> Bool {
      (left.deadline, left.id) < (right.deadline, right.id)
    }
  }

  /// A task's request to *hop*, that is, to continue on another executor, usually an actor. The
  /// task waits until the schedule lets it join that actor's queue.
  struct Hop: @unchecked Sendable {
    /// The actor whose queue the task is about to join, or an empty value if the task does not
    /// switch to an actor. `Hop` is `@unchecked Sendable` because this pointer stays valid: the
    /// task keeps the actor alive.
    let target: simulation_executor
    /// The address of the actor that the task is leaving, or `nil` if the task was not running on
    /// an actor. Until the task has joined the queue of `target`, this actor runs no other job.
    var source: UInt?
    /// The identifier of the actor at the address ``source``.
    var sourceID: Int32?

    init(_ hop: simulation_hop) {
      target = hop.target
      source = hop.source.map { UInt(bitPattern: $0) }
    }
  }

  /// A suspended call to `Simulation.advance(by:)` or `settle()`. The call returns when virtual
  /// time has reached `target` and all work due by then has run.
  struct Pause: Sendable {
    let target: Duration
    let continuation: UnsafeContinuation<Void, Never>
    /// The identifier of the task that made the call, or `nil` if it is unknown.
    var task: Int32?
  }

  /// An action that the simulation must perform next. The scheduler chooses actions but does not
  /// perform them.
  enum Action: Sendable {
    case run(Ready)
    /// Does nothing, because the scheduler itself has already added the task to an actor's queue.
    case hop
    /// Makes the Swift runtime run the given task on the actor with the given address.
    case runOnActor(UnownedJob, UInt)
    /// Ends all sleeps whose deadlines have passed. Runs the given jobs, each of which wakes a task
    /// that called `Task.sleep`, and then wakes the tasks sleeping on a test clock.
    case wake([UnownedJob])
    /// Continues the step that is suspended on this thread.
    case resume(StepThread)
    case endPause(UnsafeContinuation<Void, Never>)
    case ring(@Sendable () -> Void)
    case cancel(Roster.Object)
    case end(RunRecord.Ending)
  }
}
