/// What a run writes down while it goes on, in few words: it costs nearly nothing.
struct RunLog: Sendable {
  /// How many steps are written down. Nobody reads more, and no search follows a longer run.
  static let limit = 50_000
  /// How many candidates are written down. With ten thousand in each step there would be gigabytes of them.
  static let candidateLimit = 4_000_000

  private struct Entry: Sendable {
    var participant: Int32
    var choice: Int32
    var time: Duration
    var place: Step.Place
    var ending: Step.Ending
    /// Where its candidates, and those it woke, end in the lists below.
    var candidatesEnd: Int32
    var wokeEnd: Int32
    var endedEnd: Int32
  }

  private var entries: [Entry] = []
  private var candidates: [Int32] = []
  private var woke: [Int32] = []
  private var ended: [Int32] = []

  /// Whether steps were left out.
  private(set) var isTruncated = false

  /// Begins a step.
  mutating func begin(_ choice: Int, of ready: [Scheduler.Ready], at time: Duration) {
    guard !isTruncated else { return }
    let isFull =
      entries.count >= Self.limit || candidates.count + ready.count > Self.candidateLimit
    guard !isFull else { return isTruncated = true }
    for candidate in ready { candidates.append(candidate.participant) }
    entries.append(
      Entry(
        participant: ready[choice].participant,
        choice: Int32(choice),
        time: time,
        place: ready[choice].place,
        ending: .suspended,
        candidatesEnd: Int32(candidates.count),
        wokeEnd: Int32(woke.count),
        endedEnd: Int32(ended.count)
      )
    )
  }

  /// Notes that somebody became able to run.
  mutating func wake(_ participant: Int32) {
    guard !isTruncated, !entries.isEmpty else { return }
    woke.append(participant)
  }

  /// Ends the step that runs.
  mutating func end(_ ending: Step.Ending, ended others: [Int32]) {
    guard !isTruncated, let last = entries.indices.last else { return }
    ended += others
    entries[last].endedEnd = Int32(ended.count)
    entries[last].ending = ending
    entries[last].wokeEnd = Int32(woke.count)
  }

  /// The steps in the form in which they are read.
  var steps: [Step] {
    var candidatesStart = 0
    var wokeStart = 0
    var endedStart = 0
    return entries.map { entry in
      defer {
        candidatesStart = Int(entry.candidatesEnd)
        wokeStart = Int(entry.wokeEnd)
        endedStart = Int(entry.endedEnd)
      }
      return Step(
        participant: Int(entry.participant),
        place: entry.place,
        time: entry.time,
        candidates: candidates[candidatesStart..<Int(entry.candidatesEnd)].map(Int.init),
        choice: Int(entry.choice),
        woke: woke[wokeStart..<Int(entry.wokeEnd)].map(Int.init),
        ending: entry.ending,
        ended: ended[endedStart..<Int(entry.endedEnd)].map(Int.init)
      )
    }
  }
}
