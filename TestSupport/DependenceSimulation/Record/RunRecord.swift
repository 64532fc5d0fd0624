import Dependence

/// The record of one simulated run: its steps, its result, and the tasks and actors that took part.
struct RunRecord: Sendable, Hashable {
  enum Ending: Sendable, Hashable {
    case returned
    case deadlock
    case livelock
  }

  /// The participants of the run, such as tasks and actors, in the order of their first appearance.
  /// The body of the simulation comes first.
  var participants: [Participant] = []
  var steps: [Step] = []
  var end: Duration = .zero
  var ending = Ending.returned
  /// Whether the last steps are missing because the record reached its size limit.
  var isTruncated = false
  /// Whether other tasks were allowed to run in the middle of a step.
  var interruptsSteps = true
  /// Whether a step could not be suspended because too many other steps were suspended.
  var hasSkippedPoints = false
  /// The first failure of the run, or `nil` if there was none.
  var failure: String?

  /// The run for reports, limited to 1,000 steps if it does not end, because it then repeats
  /// itself.
  var excerpt: RunRecord {
    guard steps.count > 1_000, isTruncated || ending == .livelock else { return self }
    var excerpt = self
    excerpt.steps = Array(steps.prefix(1_000))
    excerpt.isTruncated = true
    return excerpt
  }

  /// The run with all names and the failure message converted to ASCII.
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

/// An entity that a schedule can choose to run: a task, an actor with waiting tasks, another job,
/// or the passing of time.
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
  /// The task whose code created this participant. Unlike ``parent``, this is never an actor.
  var maker: Int?
  /// The number of the parent task if this is a child task, otherwise `nil`.
  var childOf: Int?
  var isAsyncLet = false
}

/// The result of a choice in a run, such as a call to
/// ``Simulation/choose(_:from:fileID:filePath:line:column:)``.
///
/// This is a class because most steps make no decision and then store only a null pointer.
final class Decision: Sendable, Hashable {
  /// The name of the choice, such as "the disk is full".
  let name: String
  /// The description of the chosen element.
  let value: String
  /// Whether an exhaustive search tries only this element, because there are too many alternatives.
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

/// An entry in the record of a run. It is a part of a job that ran without interruption, or a
/// decision that the job made, such as a call to `Simulation.choose`.
struct Step: Sendable, Hashable {
  enum Executor: Sendable, Hashable {
    case pool
    case mainActor
  }

  enum Ending: Sendable, Hashable {
    /// The task or actor could continue at once, because it yielded or moved to another actor.
    case runnable
    case suspended
    case finished
  }

  var participant: Int
  var executor: Executor = .pool
  var time: Duration = .zero
  /// The numbers of the tasks and actors that could have run in this step, including the one that
  /// ran, in the order in which they became ready.
  ///
  /// A number may occur twice: that of an actor, or of a task that another job resumed.
  var candidates: [Int]
  /// The index in ``candidates`` of the participant that ran.
  var choice: Int
  /// The numbers of the tasks and actors that became able to run because of this step.
  var woke: [Int] = []
  var ending = Ending.suspended
  /// The numbers of the tasks that ended while an actor ran them in this step.
  var ended: [Int] = []
  /// The number of tasks and actors that existed when the step began, or `nil` if it is unknown.
  var participantCount: Int?
  /// Whether this entry is the rest of a step that was suspended at a scheduling point.
  var continuesStep = false
  /// Whether a task only joined the queue of an actor in this step and ran no code.
  var onlyJoinsQueue = false
  /// The number of the task that an actor ran in this step, or `nil` if no actor ran.
  var servedTask: Int?
  /// The numbers of the actors whose queues a task joined in this step. −1 is the main actor.
  var joinedQueues: [Int] = []
  /// The number of the actor that the task left to enter another actor. −1 is the main actor.
  var departedActor: Int?
  /// The numbers of the actors for which this step queued work that may run before work that was
  /// queued earlier: a task with a higher priority, or an isolated deinitializer.
  var reorderedActors: [Int] = []
  /// The numbers of the tasks that the step cancelled, or stopped in a simulated crash. They
  /// include stopped tasks that the step would have woken without the crash.
  var cancelled: [Int] = []
  /// Whether the scheduler had no choice although several tasks could run, because it had to finish
  /// a suspended step of a task that a crash stopped.
  var isForced = false
  /// The numbers of the tasks and actors that could have run until a crash in this step stopped
  /// them.
  var stopped: [Int] = []
  var uses: Uses = []
  /// The number of a `Task.immediate` that this step started and that was running when the step was
  /// interrupted, or `nil`.
  var immediateTask: Int?
  /// The function with which the task began or continued, or `nil` if it is unknown or no code ran.
  var code: CodeAddress?
  /// The decision that this entry records, or `nil` if the entry is a step. A decision belongs to
  /// the step before it. Its ``candidates`` contain the same number once for each possible element.
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
