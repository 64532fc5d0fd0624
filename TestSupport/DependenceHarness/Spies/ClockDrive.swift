import Dependence

/// Advances a test clock until a count, such as the number of calls of a spy, is high enough.
struct ClockDrive<Count: Awaitable> {
  enum End: Sendable {
    case enough
    /// The clock has reached the end time, but the count is still too low.
    case usedUp
    /// Too few tasks went to sleep on the clock before its `patience` was over.
    case expired
    case cancelled
  }

  let counted: Lock<Count>
  let clock: TestClock
  let end: TestClock.Instant

  /// Advances the clock from deadline to deadline until the count is at least `needed`.
  ///
  /// - Parameter sleepers: The number of tasks that sleep on the clock whenever the code under test
  ///   waits, or `nil` if this number is unknown.
  func run(until needed: Int, sleepers: Int?) async -> End {
    var resting: Int?
    while true {
      let outcome = await wait(until: needed, orSleepers: resting ?? sleepers ?? 1)
      // The count is checked first, because a task may have made the last call and then gone to
      // sleep.
      if counted.withLock({ $0.count >= needed }) { return .enough }
      switch outcome {
      case .met: break
      case .expired: return .expired
      case .cancelled: return .cancelled
      }
      resting = resting ?? sleepers ?? clock.state.withLock { $0.count }
      if await clock.step(noFurtherThan: end) { continue }
      // Without a given number of sleepers, a woken task may still be about to make the call, so
      // wait longer.
      let patience = sleepers == nil ? clock.patience : .zero
      switch await counted.wait(until: needed, limit: patience) {
      case .met: return .enough
      case .expired: return .usedUp
      case .cancelled: return .cancelled
      }
    }
  }

  /// Waits until the count is at least `needed` or enough tasks sleep on the clock.
  private func wait(until needed: Int, orSleepers sleepers: Int) async -> Rendezvous.Outcome {
    let (counted, state, patience) = (counted, clock.state, clock.patience)
    return await withTaskGroup { group in
      group.addTask { await counted.wait(until: needed, limit: patience) }
      group.addTask { await state.wait(until: sleepers, limit: patience) }
      let first = await group.next()
      group.cancelAll()
      return first ?? Rendezvous.Outcome.cancelled
    }
  }
}
