extension Timeline {
  struct Row: Sendable {
    /// The state of a participant while it does not run.
    enum State: Sendable, Hashable {
      /// The participant does not exist yet, or it is an actor for which no task waits.
      case absent
      case runnable
      /// The task waits until an actor runs it.
      case visiting
      /// The participant has waited for an event since the given virtual time.
      case suspended(since: Duration)
      case finished

      var isSuspended: Bool { if case .suspended = self { true } else { false } }
      /// Whether only the schedule keeps the participant from running.
      var isAble: Bool { self == .runnable || self == .visiting }
    }

    let participant: Participant
    /// The changes of the state, in order. No two of them happen at the same moment.
    private(set) var changes: [(moment: Int, state: State)] = []

    init(_ participant: Participant) { self.participant = participant }
  }
}

extension Timeline.Row {
  var end: State { changes.last?.state ?? .absent }

  /// - Complexity: O(log *n*), where *n* is the number of changes of the state.
  func state(at moment: Int) -> State {
    let count = countOfChanges(upTo: moment)
    return count == 0 ? .absent : changes[count - 1].state
  }

  /// Returns `true` if the row has something to draw in the given blocks.
  func isThere(in blocks: Range<Int>) -> Bool {
    let (first, last) = (2 * blocks.lowerBound, 2 * blocks.upperBound - 1)
    let state = state(at: first)
    return state.isAble || state.isSuspended
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
