import CSimulationRuntime
import Dependence

/// The record of one simulated run: the steps in the order they ran, the result, and the tasks and
/// actors that took part.
struct RunRecord: Sendable, Hashable {
  enum Ending: Sendable, Hashable {
    case returned
    case deadlock
    case livelock
  }

  /// Everything that the schedule could choose to run, in order of first appearance: tasks, actors,
  /// other jobs, and the advance of virtual time. The task of the simulation's body comes first. A
  /// participant's index in this array is its identifier.
  var participants: [Participant] = []
  var steps: [Step] = []
  var end: Duration = .zero
  var ending = Ending.returned
  /// Whether `steps` lacks the end of the run, because the record reached its size limit.
  var isTruncated = false
  /// Whether the run reached its step limit while tasks were still ready to run. If the
  /// simulation's body had already returned, this is not a failure. However, an exhaustive search
  /// that includes such a run is not complete.
  var hasReachedStepLimit = false
  /// Whether the rule for virtual time was ``SimulationOption/Time/anytime``. Under any other rule,
  /// time could advance only while no task was ready to run. Tasks that inject a fault (a
  /// cancellation or a crash) did not count for this.
  var isTimeAnytime = true
  /// Whether the run's schedule could choose to advance virtual time while tasks were ready to run.
  /// Unlike ``isTimeAnytime``, this is `false` if there was never a deadline to advance to.
  var advancesTimeAnytime: Bool {
    isTimeAnytime && participants.contains { $0.kind == .time }
  }
  /// Whether the schedule could preempt a task, that is, run another task at a scheduling point in
  /// the middle of the task's code.
  var preemptsSteps = true
  /// Whether the run ignored a scheduling point (a point where the schedule could have run another
  /// task) because too many tasks were already preempted. An exhaustive search that includes such a
  /// run is not complete.
  var hasSkippedPoints = false
  /// Whether the run abandoned its sleep set because the other tasks ran for too long. The sleep
  /// set contains the tasks that an exhaustive search wants to run only if no other task can. A
  /// search that includes such a run is not complete.
  var hasAbandonedSleepSet = false
  /// The message of the run's first failure, or `nil` if the run did not fail.
  var failure: String?

  /// The record, shortened for reports if necessary. If the run reached its step limit or was not
  /// recorded in full, only its first 1,000 steps are kept, because such a run usually repeats
  /// itself. Other records are returned unchanged.
  var excerpt: RunRecord {
    guard steps.count > 1_000, isTruncated || ending == .livelock else { return self }
    var excerpt = self
    excerpt.steps = Array(steps.prefix(1_000))
    excerpt.isTruncated = true
    return excerpt
  }

  /// A copy of the record with all names and the failure message converted to ASCII.
  var inASCII: RunRecord {
    var record = self
    record.failure = failure?.inASCII
    for index in record.participants.indices {
      record.participants[index].name = participants[index].name?.inASCII
      record.participants[index].origin = participants[index].origin?.inASCII
    }
    for index in record.steps.indices {
      guard let decision = steps[index].decision else { continue }
      record.steps[index].decision?.name = decision.name.inASCII
      record.steps[index].decision?.value = decision.value.inASCII
    }
    return record
  }
}

/// A participant in a simulated run, that is, something that a schedule can choose to run next: a
/// task, an actor with waiting tasks, another kind of job, or an advance of virtual time.
struct Participant: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case task
    /// An actor without a custom executor, which runs the tasks in its queue one at a time.
    case actor
    case job
    case time
  }

  /// The main actor's identifier in recorded steps. The main actor is not a participant, because
  /// the schedule chooses directly among the tasks that run on it.
  static let mainActor = -1

  var id: Int
  var kind: Kind
  var name: String?
  var origin: String?
  var parent: Int?
  /// The identifier of the task whose code created this task, actor or job, or `nil` if there is no
  /// such task or it is unknown. If the creating task was running on an actor, this property
  /// contains the task's identifier, and ``parent`` contains the actor's.
  var creator: Int?
  /// The identifier of the parent task if this is a child task, such as an `async let`, or `nil`
  /// otherwise.
  var childOf: Int?
  var isAsyncLet = false
  /// Whether this task injects a fault: when the schedule runs it, it cancels or crashes an
  /// operation of the test.
  var injectsFault = false
  /// The identifier of the task group that this child task was added to, or `nil` if it was not
  /// added to a group.
  var group: Int?
}

/// The outcome of a decision in a run, such as the element returned by a call to
/// ``Simulation/choose(_:from:fileID:filePath:line:column:)``.
struct Decision: Sendable, Hashable {
  /// The name that the test gave the choice, such as "the disk is full".
  var name: String
  /// The description of the chosen element, such as "true".
  var value: String
  /// The number of elements to choose from.
  let count: Int
  /// Whether an exhaustive search tries only the chosen element because there are too many
  /// alternatives, as there are for random numbers.
  var isSampled = false
}

/// An entry in the record of a run: either code that ran without interruption, or a decision made
/// by such code, for example in a call to `Simulation.choose`.
///
/// A *step* is the code that a task or actor runs until it suspends. A *scheduling point* is a
/// place where the scheduler may run another task: the end of a step, or certain calls in the
/// middle of it. A step that is preempted at scheduling points has several entries. The
/// *candidates* of an entry are the tasks and actors that were ready to run when the entry began.
/// The *choice* is the index of the candidate that ran.
struct Step: Sendable, Hashable {
  enum Executor: Sendable, Hashable {
    case pool
    case mainActor
  }

  enum Ending: Sendable, Hashable {
    /// The task or actor was still ready to run, for example because it yielded or was preempted.
    case runnable
    case suspended
    case finished
  }

  var participant: Int
  var executor: Executor = .pool
  var time: Duration = .zero
  /// The identifiers of the tasks and actors that were ready to run at this scheduling point,
  /// including the one that ran. A first-in, first-out schedule runs the first of them.
  ///
  /// An identifier occurs more than once if several jobs of the same task or actor were ready to
  /// run. In an entry for a decision, the only candidate is the task or actor that made it.
  var candidates: [Int]
  /// The index in ``candidates`` of the task or actor that ran. For a decision, this is the index
  /// of the chosen element instead.
  var choice: Int
  /// The identifiers of the tasks and actors that this step made ready to run.
  var woke: [Int] = []
  var ending = Ending.suspended
  /// The identifiers of other tasks that ended in this step. If ``participant`` is an actor, it may
  /// have run these tasks to completion. A `Task.immediate` may also have begun and ended in this
  /// step.
  var ended: [Int] = []
  /// The number of participants, such as tasks and actors, that existed when the step began. A
  /// participant whose identifier is not below this number was created later. The number is not set
  /// in entries for decisions.
  var participantCount = 0
  /// Whether this entry continues a step that was preempted at a scheduling point or while waiting
  /// for a lock.
  var continuesStep = false
  /// Whether this step only added a task to an actor's queue, without running any code.
  var onlyJoinsQueue = false
  /// The identifier of the task that an actor ran in this step, or `nil` if no actor ran a task.
  var taskOnActor: Int?
  /// The identifiers of the actors for which this step enqueued any work, such as a task or an
  /// isolated deinitializer.
  var joinedQueues: [Int] = []
  /// The identifier of the actor that a task left in this step by joining another actor's queue, or
  /// `nil` if no task left an actor. From the task's previous step until the end of this step, that
  /// actor cannot run other jobs.
  var releasedActor: Int?
  /// The identifiers of the actors for which this step enqueued work that can run before older
  /// work: a task with a higher priority, or an isolated deinitializer.
  var reorderedActors: [Int] = []
  /// The identifiers of the tasks that the step cancelled. If the step simulates a crash, the list
  /// also contains the tasks that the crash stopped and the actors that these tasks had created. In
  /// a step after the crash, it contains the stopped tasks that the step would otherwise have made
  /// ready to run.
  var cancelled: [Int] = []
  /// Whether one call or error in this step cancelled several unfinished tasks, for example a task
  /// and its child task. On real threads, one of these tasks can run before the cancellation
  /// reaches another one. A simulation never does this, because it cancels all of them before the
  /// next task runs.
  var cancelsSeveralTasks = false
  /// The identifiers of the tasks that the step checked for cancellation, other than its own task.
  var checkedTasks: [Int] = []
  /// The identifiers of the task groups that the step checked for cancellation or emptiness.
  var checkedGroups: [Int] = []
  /// Whether the code that ran in this step called `Simulation.advance(by:)` or `settle()`. Until
  /// the call returns, the schedule cannot choose to advance virtual time while tasks are ready to
  /// run. The only exception is if all of these tasks inject faults (cancellations or crashes).
  var pausesTime = false
  /// Whether the step read the list of unfinished tasks or the list of tasks sleeping on a clock.
  var readsTasks = false
  /// Whether the scheduler ran this step without giving the schedule a choice, even if other tasks
  /// were ready to run. It does this to finish the preempted code of a task that a crash has
  /// stopped.
  var isForced = false
  /// The identifiers of the tasks and actors that were ready to run until a simulated crash in this
  /// step stopped them.
  var stopped: [Int] = []
  var uses: Uses = []
  /// The identifiers of the tasks whose results the step awaited. If such a task had ended before
  /// the step, the step did not have to wait for it.
  var awaited: [Int] = []
  /// The identifier of the task group whose results the step awaited, or `nil` if it did not await
  /// one.
  var awaitedGroup: Int?
  /// The identifier of a `Task.immediate` that was running inside this step when the step was
  /// preempted, or `nil` if there was none.
  var immediateTask: Int?
  /// The function where the task began or continued in this step, or `nil` if the function is
  /// unknown or if the step ran no code.
  var code: CodeAddress?
  /// The decision that this entry records, or `nil` if the entry is a step. The decision was made
  /// by the code of the last step before this entry.
  var decision: Decision?
  /// The number of alternatives that ``choice`` selects from: candidates or, for a decision,
  /// elements.
  var alternativeCount: Int { decision?.count ?? candidates.count }

  /// The kinds of shared resources, other than actors, that a step used, such as streams or virtual
  /// time.
  struct Uses: OptionSet, Sendable, Hashable {
    let rawValue: UInt32

    static let ends = Uses(rawValue: UInt32(simulation_uses_ends))
    static let streams = Uses(rawValue: UInt32(simulation_uses_streams))
    static let time = Uses(rawValue: UInt32(simulation_uses_time))
    static let resumption = Uses(rawValue: UInt32(simulation_uses_resumption))
    static let continuation = Uses(rawValue: UInt32(simulation_uses_continuation))
    static let children = Uses(rawValue: UInt32(simulation_uses_children))
    static let nextChild = Uses(rawValue: UInt32(simulation_uses_next_child))

    /// Returns the option for a step that reads a task's current priority. Base priorities are
    /// divided into five ranges, and each range has its own option.
    ///
    /// - Parameter base: The task's base priority, that is, the priority that the task was created
    ///   with.
    static func readPriority(base: UInt8) -> Uses {
      Uses(rawValue: simulation_uses_of_read_priority(base))
    }

    /// The priority ranges of the tasks whose current priorities the step read. A task belongs to
    /// the range that contains its base priority (the priority that it was created with). The five
    /// ranges are numbered from 0 (the lowest priorities) to 4 (the highest). The individual tasks
    /// are not recorded.
    var readPriorityRanges: [Int] { ranges(in: simulation_uses_read_priorities) }

    /// The priority ranges of the tasks whose current priorities the step may have raised, numbered
    /// as in ``readPriorityRanges``.
    var raisedPriorityRanges: [Int] { ranges(in: simulation_uses_raised_priorities) }

    private func ranges<Bits: BinaryInteger>(in bits: Bits) -> [Int] {
      let mask = UInt32(bits)
      let used = (rawValue & mask) >> mask.trailingZeroBitCount
      return used == 0 ? [] : (0..<mask.nonzeroBitCount).filter { used >> $0 & 1 == 1 }
    }
  }
}
