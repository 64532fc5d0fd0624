extension Timeline {
  struct Row: Sendable {
    /// The state of a participant while it does not run.
    enum State: Sendable, Hashable {
      /// Not made yet, or at its end, or an actor for which nobody waits.
      case absent
      case runnable
      /// Gone to an actor, which runs it when its turn comes.
      case visiting
      /// Waiting for something, from a virtual time on.
      case suspended(since: Duration)
      case finished

      var isSuspended: Bool { if case .suspended = self { true } else { false } }
      /// True if nothing but the schedule keeps it from going on.
      var isAble: Bool { self == .runnable || self == .visiting }
    }

    let participant: Participant
    /// In order, and no two at the same moment.
    private(set) var changes: [(moment: Int, state: State)] = []

    init(_ participant: Participant) { self.participant = participant }
  }
}

extension Timeline.Row {
  var end: State { changes.last?.state ?? .absent }

  /// - Complexity: O(log *n*), where *n* is how often its state changed.
  func state(at moment: Int) -> State {
    let count = countOfChanges(upTo: moment)
    return count == 0 ? .absent : changes[count - 1].state
  }

  /// True if there is something to draw in some blocks.
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
