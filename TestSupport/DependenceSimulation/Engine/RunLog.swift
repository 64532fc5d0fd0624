/// The steps that a run has taken so far, in order. A step is the code that a task or actor runs
/// until it suspends. Each step has an entry, and so does each decision in a step, such as the
/// result of a call to `Simulation.choose`. Recording stops at a size limit.
struct RunLog: Sendable {
  /// The maximum number of entries to record. The rest of a longer run is not recorded.
  static let limit = 50_000
  /// The maximum total number of candidates across all entries of the log. The entry of a step
  /// lists its candidates: the tasks and actors that were ready to run when the step was chosen.
  /// Without this limit, a run with ten thousand ready tasks at each step would need gigabytes of
  /// memory.
  static let candidateLimit = 4_000_000

  private(set) var steps: [Step] = []
  private(set) var isTruncated = false
  /// Whether the log still records steps. It stops recording when it reaches a size limit and at
  /// the end of the run.
  var isOpen = true
  private var candidateCount = 0
  /// The index in ``steps`` of the running step's entry, or `nil` before the first step. If the
  /// step has made decisions, their entries follow this entry.
  private var running: Int?

  /// Adds an entry for the next step.
  ///
  /// - Parameters:
  ///   - choice: The index in `candidates` of the task or actor that runs the step.
  ///   - job: The job that runs, or `nil` if the step only advances virtual time.
  ///   - participantCount: The number of tasks and actors that have appeared so far.
  mutating func begin(
    _ choice: Int,
    of candidates: [Int],
    job: Scheduler.Ready?,
    at time: Duration,
    participantCount: Int
  ) {
    guard isOpen else { return }
    running = steps.count
    append(
      Step(
        participant: candidates[choice],
        executor: job?.executor ?? .pool,
        time: time,
        candidates: candidates,
        choice: choice,
        participantCount: participantCount,
        continuesStep: job?.thread != nil,
        onlyJoinsQueue: job?.onlyJoinsQueue ?? false,
        taskOnActor: job.flatMap { $0.task == $0.participant ? nil : Int($0.task) }
      )
    )
  }

  /// Changes the running step's entry, for example to add a task that the step has cancelled. Does
  /// nothing if recording has stopped.
  mutating func change(_ body: (inout Step) -> Void) {
    guard isOpen, let running else { return }
    body(&steps[running])
  }

  /// Adds an entry for a decision made by the running step, such as a call to `Simulation.choose`.
  ///
  /// - Parameter choice: The index of the chosen element.
  mutating func add(_ decision: Decision, choice: Int) {
    guard isOpen, let running else { return }
    let step = steps[running]
    var new = Step(
      participant: step.participant,
      executor: step.executor,
      time: step.time,
      candidates: [step.participant],
      choice: choice,
      ending: .runnable
    )
    new.decision = decision
    append(new)
  }

  /// Adds an entry, or stops recording if the log has reached a size limit.
  private mutating func append(_ step: Step) {
    candidateCount += step.candidates.count
    guard steps.count < Self.limit, candidateCount <= Self.candidateLimit else {
      return (isOpen, isTruncated) = (false, true)
    }
    steps.append(step)
  }
}
