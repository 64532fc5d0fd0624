import Dependence

/// The record of a simulation, step by step.
struct RunRecord: Sendable, Hashable {
  enum Ending: Sendable, Hashable {
    case returned
    case deadlock
    case livelock
  }

  /// Everybody who ran or was to run, in the order in which they first appeared; the body comes first.
  var participants: [Participant] = []
  var steps: [Step] = []
  var end: Duration = .zero
  var ending = Ending.returned
  /// True if steps are missing at the end, as there were too many.
  var isTruncated = false
  /// True if other tasks could run in the middle of a step.
  var interruptsSteps = true
  /// True if a step was not suspended where it should have been, as too many were.
  var hasSkippedPoints = false
  /// The first failure; nil if there was none.
  var failure: String?

  /// The run, or the beginning of one that comes to no end, which does the same again and again.
  var excerpt: RunRecord {
    guard steps.count > 1_000, isTruncated || ending == .livelock else { return self }
    var excerpt = self
    excerpt.steps = Array(steps.prefix(1_000))
    excerpt.isTruncated = true
    return excerpt
  }

  /// The run with all names and the failure in ASCII.
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

/// The one that a schedule lets run: a task, or an actor on behalf of the tasks that call it.
struct Participant: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case task
    /// A default actor that runs what waits for it: on its own behalf, and in the order of arrival.
    case actor
    case job
    case time
  }

  var number: Int
  var kind: Kind
  var name: String?
  /// The place where the task was made: a symbol, or an offset into the binary; nil if unknown.
  var origin: String?
  var parent: Int?
  /// The task whose code made it. Unlike ``parent``, this is never an actor.
  var maker: Int?
  /// The task of which it is a child; nil if it is none.
  var childOf: Int?
  var isAsyncLet = false
}

/// The result of a call to ``Simulation/choose(_:from:fileID:filePath:line:column:)`` in a run.
///
/// A class, so that a step without a decision needs only one word for it. A search keeps very many steps.
final class Decision: Sendable, Hashable {
  /// The text by which the test names the choice, such as "the disk is full".
  let name: String
  /// The description of the chosen element.
  let value: String
  /// Whether only random searches try other elements, because there are too many of them.
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

/// One job that ran without interruption, or a decision that the job made.
struct Step: Sendable, Hashable {
  enum Place: Sendable, Hashable {
    case pool
    case mainActor
  }

  enum Ending: Sendable, Hashable {
    /// Able to go on at once: it went to another actor, or yielded.
    case runnable
    case suspended
    case finished
  }

  var participant: Int
  var place: Place = .pool
  var time: Duration = .zero
  /// The numbers of the participants that could have run, in the order in which they became able to.
  ///
  /// One participant may be there twice: an actor, or a job of a task that another one resumed.
  var candidates: [Int]
  /// The index in ``candidates`` of the one that ran.
  var choice: Int
  /// The numbers of the participants that became able to run through this step, itself included.
  var woke: [Int] = []
  var ending = Ending.suspended
  /// The numbers of the tasks that came to their end in this step, besides its participant: in an actor.
  var ended: [Int] = []
  /// The number of participants when it began; nil if that is not known.
  var known: Int?
  /// True if it is the rest of a step, or a part of it, that was to be suspended at a scheduling point.
  var continuesStep = false
  /// True if a task only got in line, and ran no code.
  var isHop = false
  /// The task that an actor served, by number; nil if no actor ran.
  var served: Int?
  /// The actors in whose lines somebody got, by number; −1 for the main actor.
  var lines: [Int] = []
  /// The actor that the task left when it got in line for the next one; −1 for the main actor.
  var left: Int?
  /// The numbers of the actors for which this step queued work that may run before work that was queued earlier: a task
  /// with a higher priority, or an isolated deinitializer.
  var overtaken: [Int] = []
  /// The tasks that the step cancelled, stopped as part of a crash, or would have woken if no crash had stopped them.
  var cancelled: [Int] = []
  /// Whether the schedule had no choice although others could run: a suspended step of a stopped task runs to its end first.
  var isForced = false
  /// The participants that could have run before this step, and did not because it stopped them as part of a crash.
  var stopped: [Int] = []
  var uses: Uses = []
  /// The task that the step began at once, and whose code it ran when it was suspended or went on.
  var inner: Int?
  /// The function that began to run, or went on; nil if that is not known, or none did.
  var code: CodeAddress?
  /// The decision that this entry records, or `nil` if it is a step. A decision belongs to the step before it. Its
  /// ``candidates`` contain the participant once for each element that could have been chosen.
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
