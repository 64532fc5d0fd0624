import Dependence

/// The steps of one run of a simulation, with the participants and the result.
struct RunRecord: Sendable, Hashable {
  enum Ending: Sendable, Hashable {
    case returned
    case deadlock
    case livelock
  }

  /// All participants in the order of their first appearance. The body of the simulation is first.
  var participants: [Participant] = []
  var steps: [Step] = []
  var end: Duration = .zero
  var ending = Ending.returned
  /// Whether steps are missing at the end because the record reached its size limit.
  var isTruncated = false
  /// Whether other tasks were allowed to run in the middle of a step.
  var interruptsSteps = true
  /// Whether a step ran past a scheduling point because too many other steps were suspended.
  var hasSkippedPoints = false
  /// The first failure of the run, or `nil` if there was none.
  var failure: String?

  /// The run, or its first 1,000 steps if it does not end, because it then repeats itself.
  var excerpt: RunRecord {
    guard steps.count > 1_000, isTruncated || ending == .livelock else { return self }
    var excerpt = self
    excerpt.steps = Array(steps.prefix(1_000))
    excerpt.isTruncated = true
    return excerpt
  }

  /// The run with all names and the failure converted to ASCII.
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

/// A candidate of a schedule: a task, an actor with waiting tasks, another job, or passing time.
struct Participant: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case task
    /// A default actor, which runs the tasks that wait for it in the order of their arrival.
    case actor
    case job
    case time
  }

  var number: Int
  var kind: Kind
  var name: String?
  /// The function that created the task, or `nil` if it is unknown.
  var origin: String?
  var parent: Int?
  /// The task whose code created this participant. Unlike ``parent``, this is never an actor.
  var maker: Int?
  /// The parent task of a child task, or `nil` for other participants.
  var childOf: Int?
  var isAsyncLet = false
}

/// The result of a choice in a run, such as a call to
/// ``Simulation/choose(_:from:fileID:filePath:line:column:)``.
///
/// This is a class so that the many steps without a decision store only a null pointer.
final class Decision: Sendable, Hashable {
  /// The name of the choice, such as "the disk is full".
  let name: String
  /// The description of the chosen element.
  let value: String
  /// Whether only random searches try the other elements, because there are too many of them.
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

/// A job that ran without interruption, or a decision that the job made.
struct Step: Sendable, Hashable {
  enum Executor: Sendable, Hashable {
    case pool
    case mainActor
  }

  enum Ending: Sendable, Hashable {
    /// The participant could continue at once, because it moved to another actor or yielded.
    case runnable
    case suspended
    case finished
  }

  var participant: Int
  var executor: Executor = .pool
  var time: Duration = .zero
  /// The numbers of the participants that could have run, in the order in which they became ready.
  ///
  /// An actor, or a task that another job resumed, may occur twice.
  var candidates: [Int]
  /// The index in ``candidates`` of the participant that ran.
  var choice: Int
  /// The numbers of the participants that became able to run because of this step.
  var woke: [Int] = []
  var ending = Ending.suspended
  /// The numbers of the other tasks that ended in this step, if its participant is an actor.
  var ended: [Int] = []
  /// The number of participants when the step began, or `nil` if it is unknown.
  var known: Int?
  /// Whether this entry continues a step that was suspended at a scheduling point.
  var continuesStep = false
  /// Whether a task only joined the queue of an actor and ran no code.
  var isHop = false
  /// The number of the task that the actor ran, or `nil` if no actor ran.
  var served: Int?
  /// The numbers of the actors whose queues a task joined in this step. The main actor is −1.
  var lines: [Int] = []
  /// The number of the actor that the task left for another actor. The main actor is −1.
  var left: Int?
  /// The numbers of the actors for which this step queued work that may run before work that was
  /// queued earlier: a task with a higher priority, or an isolated deinitializer.
  var reorderedActors: [Int] = []
  /// The tasks that the step cancelled or stopped as part of a crash, and the stopped tasks that it
  /// would otherwise have woken.
  var cancelled: [Int] = []
  /// Whether the schedule had no choice although other participants could run, because a suspended
  /// step of a stopped task must run to its end first.
  var isForced = false
  /// The participants that could have run, but that this step stopped as part of a crash.
  var stopped: [Int] = []
  var uses: Uses = []
  /// The task that this step started immediately and was running when the step was interrupted.
  var inner: Int?
  /// The function that began or continued to run, or `nil` if it is unknown or no function ran.
  var code: CodeAddress?
  /// The decision that this entry records, or `nil` if it is a step. A decision belongs to the step
  /// before it. Its ``candidates`` contain the participant once for each possible element.
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
