import Dependence

/// Moves a test clock until something has been counted often enough.
struct ClockDrive<Count: Awaitable> {
  enum End: Sendable {
    case enough
    /// Nobody is due before the time is up.
    case usedUp
    /// The clock's patience ended before enough tasks slept.
    case expired
    case cancelled
  }

  let counted: Lock<Count>
  let clock: TestClock
  let end: TestClock.Instant

  /// Moves time from deadline to deadline until the count is at least `needed`.
  ///
  /// - Parameter sleepers: How many tasks sleep on the clock whenever everything is at rest; nil if
  ///   that is not known.
  func run(until needed: Int, sleepers: Int?) async -> End {
    var resting: Int?
    while true {
      let outcome = await wait(until: needed, orSleepers: resting ?? sleepers ?? 1)
      // A call, then a sleep: both may be there by now.
      if counted.withLock({ $0.count >= needed }) { return .enough }
      switch outcome {
      case .met: break
      case .expired: return .expired
      case .cancelled: return .cancelled
      }
      resting = resting ?? sleepers ?? clock.state.withLock { $0.count }
      if await clock.step(noFurtherThan: end) { continue }
      // Where it is not known who will sleep, somebody may still be on the way to a call.
      let patience = sleepers == nil ? clock.patience : .zero
      switch await counted.wait(until: needed, limit: patience) {
      case .met: return .enough
      case .expired: return .usedUp
      case .cancelled: return .cancelled
      }
    }
  }

  /// Waits for whatever comes first.
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
