extension Timeline {
  struct Row: Sendable {
    /// The state of a task or actor between its blocks (the groups of consecutive steps where it
    /// runs).
    enum State: Sendable, Hashable {
      /// The task or actor does not exist yet, or the actor has no waiting tasks.
      case absent
      case runnable
      /// The task is in an actor's queue, waiting for the actor to run it.
      case enqueued
      /// The task or actor has been waiting for an event since the given virtual time.
      case suspended(since: Duration)
      case finished

      var isSuspended: Bool { if case .suspended = self { true } else { false } }
      /// Whether the task or actor is ready to run or in an actor's queue, rather than waiting for
      /// an event.
      var isReady: Bool { self == .runnable || self == .enqueued }
    }

    let participant: Participant
    /// The state changes of the task or actor in order, with at most one change per moment. Each
    /// block of steps has two moments: one before and one after the block runs.
    private(set) var changes: [(moment: Int, state: State)] = []

    init(_ participant: Participant) { self.participant = participant }
  }
}

extension Timeline.Row {
  var end: State { changes.last?.state ?? .absent }

  /// Returns the state of the task or actor at a moment in the timeline. The moment before block
  /// *n* runs is 2 × *n*, and the moment after it has run is 2 × *n* + 1.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of state changes.
  func state(at moment: Int) -> State {
    let count = countOfChanges(upTo: moment)
    return count == 0 ? .absent : changes[count - 1].state
  }

  /// Returns `true` if a diagram of the given blocks must show this row, because the task or actor
  /// runs, is ready to run or waits in them.
  func isThere(in blocks: Range<Int>) -> Bool {
    let (first, last) = (2 * blocks.lowerBound, 2 * blocks.upperBound - 1)
    let state = state(at: first)
    return state.isReady || state.isSuspended
      || countOfChanges(upTo: first) < countOfChanges(upTo: last)
  }

  mutating func become(_ state: State, at moment: Int) {
    if changes.last?.moment == moment { changes.removeLast() }
    if changes.last?.state != state { changes.append((moment, state)) }
  }

  private func countOfChanges(upTo moment: Int) -> Int {
    var low = 0
    var high = changes.count
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].moment > moment { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
