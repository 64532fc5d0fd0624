import Dependence

/// A driver that advances a test clock until a count, such as the calls of a spy, is high enough.
struct ClockDrive<Count: Awaitable> {
  enum End: Sendable {
    case enough
    /// No task is due before the end time, and the count was not reached.
    case usedUp
    /// The patience of the clock ended before enough tasks were sleeping.
    case expired
    case cancelled
  }

  let counted: Lock<Count>
  let clock: TestClock
  let end: TestClock.Instant

  /// Advances the clock from deadline to deadline until the count is at least `needed`.
  ///
  /// - Parameter sleepers: The number of tasks that sleep on the clock whenever the code under test
  ///   waits, or `nil` if it is unknown.
  func run(until needed: Int, sleepers: Int?) async -> End {
    var resting: Int?
    while true {
      let outcome = await wait(until: needed, orSleepers: resting ?? sleepers ?? 1)
      // A task may have made the call and then gone to sleep, so both conditions may hold by now.
      if counted.withLock({ $0.count >= needed }) { return .enough }
      switch outcome {
      case .met: break
      case .expired: return .expired
      case .cancelled: return .cancelled
      }
      resting = resting ?? sleepers ?? clock.state.withLock { $0.count }
      if await clock.step(noFurtherThan: end) { continue }
      // If the number of sleepers is unknown, a task may still be about to make a call.
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
