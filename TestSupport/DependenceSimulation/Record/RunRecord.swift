/// What happened in a simulation, step by step.
struct RunRecord: Sendable, Hashable {
  /// How a run came to its end.
  enum Ending: Sendable, Hashable {
    /// The body returned or threw.
    case returned
    /// Nothing could run any more.
    case deadlock
    /// The limit of steps was reached.
    case livelock
  }

  /// Everybody who ran or was to run, in the order in which they first appeared; the body comes first.
  var participants: [Participant] = []
  var steps: [Step] = []
  /// The virtual time at which the run ended.
  var end: Duration = .zero
  var ending = Ending.returned
  /// Whether steps are missing at the end, as there were too many.
  var isTruncated = false
}

/// Whom a schedule lets run: a task, or an actor on behalf of the tasks that call it.
struct Participant: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case task
    /// A default actor that runs what waits for it: on its own behalf, and in the order of arrival.
    case actor
    /// A job of the runtime, such as an isolated `deinit`.
    case job
  }

  /// Its place in ``RunRecord/participants``: the same in all runs with the same schedule.
  var number: Int
  var kind: Kind
  /// The name of a task, the type of an actor; nil if unknown.
  var name: String?
  /// Where the task was made: a symbol, or an offset into the binary; nil if unknown.
  var origin: String?
  /// Who was running when it appeared; nil for the body.
  var parent: Int?
}

/// One job that ran without interruption.
struct Step: Sendable, Hashable {
  enum Place: Sendable, Hashable {
    /// Where code runs that belongs to no actor, or to a default actor.
    case pool
    case mainActor
  }

  /// How a step left who ran.
  enum Ending: Sendable, Hashable {
    /// Able to go on at once: it went to another actor, or yielded.
    case runnable
    /// Waiting for something.
    case suspended
    /// At its end.
    case finished
  }

  /// The number of the participant that ran.
  var participant: Int
  var place: Place = .pool
  /// The virtual time, which stands still while code runs.
  var time: Duration = .zero
  /// The numbers of the participants that could have run, in the order in which they became able to.
  ///
  /// One participant may be there twice: an actor, or a job of a task that another one resumed.
  var candidates: [Int]
  /// Which of the candidates ran.
  var choice: Int
  /// The numbers of the participants that became able to run through this step, itself included.
  var woke: [Int] = []
  var ending = Ending.suspended
  /// The numbers of the tasks that came to their end in this step, besides its participant: in an actor.
  var ended: [Int] = []
}
