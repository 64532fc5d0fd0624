extension ManualClock {
  /// Who waits for what. Each step returns what has to be resumed after it.
  struct State {
    typealias Continuation = CheckedContinuation<Void, any Error>
    typealias Resumption = @Sendable () -> Void

    /// What a task can wait for.
    enum Event {
      case time(Instant)
      case sleepers(Int)
    }

    private(set) var now = Instant()
    private var sleepers: [Int: (deadline: Instant, continuation: Continuation)] = [:]
    private var meetings: [Int: (count: Int, continuation: Continuation)] = [:]
    /// Those whose task was cancelled before they began to wait.
    private var cancelled: Set<Int> = []
    private var lastID = 0

    var sleeperCount: Int { sleepers.count }
  }
}

// MARK: - Steps

extension ManualClock.State {
  mutating func makeID() -> Int {
    lastID += 1
    return lastID
  }

  mutating func wait(
    _ id: Int,
    until event: Event,
    _ continuation: Continuation
  ) -> [Resumption] {
    guard cancelled.remove(id) == nil else {
      return [{ continuation.resume(throwing: CancellationError()) }]
    }
    switch event {
    case .time(let deadline): sleepers[id] = (deadline, continuation)
    case .sleepers(let count): meetings[id] = (count, continuation)
    }
    return wakeSleepers() + endMeetings()
  }

  mutating func cancel(_ id: Int) -> [Resumption] {
    let continuation =
      sleepers.removeValue(forKey: id)?.continuation
      ?? meetings.removeValue(forKey: id)?.continuation
    guard let continuation else {
      cancelled.insert(id)
      return []
    }
    return [{ continuation.resume(throwing: CancellationError()) }]
  }

  mutating func advance(by duration: Duration) -> [Resumption] {
    now = now.advanced(by: duration)
    return wakeSleepers()
  }

  /// Takes out the sleepers whose deadline has come, the earliest first.
  private mutating func wakeSleepers() -> [Resumption] {
    let due = sleepers.filter { $0.value.deadline <= now }
      .sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
    for (id, _) in due { sleepers[id] = nil }
    return due.map { _, sleeper in { sleeper.continuation.resume() } }
  }

  /// Takes out the meetings that have enough sleepers.
  private mutating func endMeetings() -> [Resumption] {
    let complete = meetings.filter { $0.value.count <= sleepers.count }
    for (id, _) in complete { meetings[id] = nil }
    return complete.map { _, meeting in { meeting.continuation.resume() } }
  }
}
