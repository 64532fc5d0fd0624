import Dependence

/// The record of one simulated run: its steps, its result, and the tasks and actors that took part.
struct RunRecord: Sendable, Hashable {
  enum Ending: Sendable, Hashable {
    case returned
    case deadlock
    case livelock
  }

  /// The participants of the run, such as tasks and actors, in order of first appearance. The
  /// simulation's body comes first.
  var participants: [Participant] = []
  var steps: [Step] = []
  var end: Duration = .zero
  var ending = Ending.returned
  /// Whether the last steps are missing because the record reached its size limit.
  var isTruncated = false
  /// Whether other tasks were allowed to run in the middle of a step.
  var interruptsSteps = true
  /// Whether a step could not be suspended because too many other steps were already suspended.
  var hasSkippedPoints = false
  /// The first failure of the run, or `nil` if there was none.
  var failure: String?

  /// The record to show in reports. A run that does not end repeats itself, so only its first 1,000
  /// steps are included.
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
      let (name, value) = (decision.name.inASCII, decision.value.inASCII)
      let isDrawn = decision.isDrawn
      record.steps[index].decision = Decision(name: name, value: value, isDrawn: isDrawn)
    }
    return record
  }
}

/// An entity that a schedule can choose to run: a task, an actor with waiting tasks, another kind
/// of job, or the passing of time.
struct Participant: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case task
    /// An actor without a custom executor, which runs its waiting tasks one at a time.
    case actor
    case job
    case time
  }

  var number: Int
  var kind: Kind
  var name: String?
  var origin: String?
  var parent: Int?
  /// The identifier of the task whose code created this participant. Unlike ``parent``, it never
  /// identifies an actor.
  var maker: Int?
  /// The identifier of the parent task if this is a child task, or `nil` otherwise.
  var childOf: Int?
  var isAsyncLet = false
}

/// The result of a choice in a run, such as a call to
/// ``Simulation/choose(_:from:fileID:filePath:line:column:)``.
///
/// This is a class rather than a structure, because most steps make no decision and then store only
/// a null pointer.
final class Decision: Sendable, Hashable {
  /// The name of the choice, such as "the disk is full".
  let name: String
  /// The description of the chosen element, such as "true".
  let value: String
  /// Whether an exhaustive search tries only this element because there are too many alternatives.
  let isDrawn: Bool

  init(name: String, value: String, isDrawn: Bool = false) {
    self.name = name
    self.value = value
    self.isDrawn = isDrawn
  }

  static func == (left: Decision, right: Decision) -> Bool {
    (left.name, left.value, left.isDrawn) == (right.name, right.value, right.isDrawn)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(value)
    hasher.combine(isDrawn)
  }
}

/// An entry in the record of a run: either a part of a job that ran without interruption, or a
/// decision that the job made, such as a call to `Simulation.choose`.
struct Step: Sendable, Hashable {
  enum Executor: Sendable, Hashable {
    case pool
    case mainActor
  }

  enum Ending: Sendable, Hashable {
    /// The task or actor could continue at once because it yielded or moved to another actor.
    case runnable
    case suspended
    case finished
  }

  var participant: Int
  var executor: Executor = .pool
  var time: Duration = .zero
  /// The identifiers of the tasks and actors that could have run in this step, including the one
  /// that ran, in the order in which they became ready.
  ///
  /// The same identifier may occur twice if it belongs to an actor or to a task that another job
  /// resumed.
  var candidates: [Int]
  /// The index in ``candidates`` of the participant that ran.
  var choice: Int
  /// The identifiers of the tasks and actors that this step made able to run.
  var woke: [Int] = []
  var ending = Ending.suspended
  /// The identifiers of the tasks that ended while an actor ran them in this step.
  var ended: [Int] = []
  /// The number of tasks and actors that existed when the step began, or `nil` if it is unknown.
  var participantCount: Int?
  /// Whether this entry is the rest of a step that was suspended at a scheduling point.
  var continuesStep = false
  /// Whether this step ran no code, because a task only joined an actor's queue.
  var onlyJoinsQueue = false
  /// The identifier of the task that an actor ran in this step, or `nil` if no actor ran.
  var servedTask: Int?
  /// The identifiers of the actors whose queues tasks joined in this step. The main actor is −1.
  var joinedQueues: [Int] = []
  /// The identifier of the actor that the task left to enter another actor. The main actor is −1.
  var departedActor: Int?
  /// The identifiers of the actors for which this step queued work that may run before older work:
  /// a task with a higher priority, or an isolated deinitializer.
  var reorderedActors: [Int] = []
  /// The identifiers of the tasks that the step cancelled or, in a simulated crash, stopped. They
  /// include stopped tasks that the step would have woken without the crash.
  var cancelled: [Int] = []
  /// Whether the scheduler had to run this step, although several tasks could run, in order to
  /// finish a suspended step of a task that a crash had stopped.
  var isForced = false
  /// The identifiers of the tasks and actors that could have run before a crash in this step
  /// stopped them.
  var stopped: [Int] = []
  var uses: Uses = []
  /// The identifier of a `Task.immediate` that this step started and that was running when the step
  /// was interrupted, or `nil` if there is no such task.
  var immediateTask: Int?
  /// The function in which the task began or continued, or `nil` if it is unknown or no code ran.
  var code: CodeAddress?
  /// The decision that this entry records, or `nil` if the entry is a step. The closest earlier
  /// step made the decision. The ``candidates`` of a decision repeat one identifier, once for each
  /// possible element.
  var decision: Decision?

  struct Uses: OptionSet, Sendable, Hashable {
    let rawValue: UInt32

    static let ends = Uses(rawValue: 1)
    static let streams = Uses(rawValue: 2)
    static let time = Uses(rawValue: 4)
    static let resumption = Uses(rawValue: 8)
    static let continuation = Uses(rawValue: 16)
    static let children = Uses(rawValue: 32)
  }
}
