struct RunLog: Sendable {
  /// The most steps that are kept. Nobody reads more, and no search follows a longer run.
  static let limit = 50_000
  /// The most candidates that are kept. Ten thousand in each step would be gigabytes.
  static let candidateLimit = 4_000_000

  private(set) var steps: [Step] = []
  private(set) var isTruncated = false
  /// True while steps are written down.
  var isOpen = true
  private var candidateCount = 0
  /// The index of the step that runs. Decisions that it made may follow it.
  private var running: Int?

  mutating func begin(_ choice: Int, of ready: Candidates, at time: Duration, known: Int) {
    guard isOpen else { return }
    candidateCount += ready.count
    guard steps.count < Self.limit, candidateCount <= Self.candidateLimit else {
      return (isOpen, isTruncated) = (false, true)
    }
    let chosen = choice < ready.ready.count ? ready.ready[choice] : nil
    running = steps.count
    steps.append(
      Step(
        participant: ready[choice],
        place: chosen?.place ?? .pool,
        time: time,
        candidates: ready.numbers,
        choice: choice,
        known: known,
        continuesStep: chosen?.thread != nil,
        isHop: chosen?.isHop ?? false,
        served: chosen.flatMap { $0.task == $0.participant ? nil : Int($0.task) }
      )
    )
  }

  /// Changes the step that runs, if it is kept.
  mutating func change(_ body: (inout Step) -> Void) {
    guard isOpen, let running else { return }
    body(&steps[running])
  }

  /// Adds a decision of the running step.
  ///
  /// - Parameters:
  ///   - choice: The index of the chosen element.
  ///   - count: The number of elements.
  mutating func add(_ decision: Decision, choice: Int, of count: Int) {
    guard isOpen, let running else { return }
    candidateCount += count
    guard steps.count < Self.limit, candidateCount <= Self.candidateLimit else {
      return (isOpen, isTruncated) = (false, true)
    }
    let step = steps[running]
    var new = Step(
      participant: step.participant,
      place: step.place,
      time: step.time,
      candidates: Array(repeating: step.participant, count: count),
      choice: choice,
      ending: .runnable
    )
    new.decision = decision
    steps.append(new)
  }
}
