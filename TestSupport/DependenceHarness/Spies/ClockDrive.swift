import Dependence

/// A loop that advances a test clock until a count is high enough. For example, ``Spy`` uses this
/// type to advance time until an endpoint has been called three times.
struct ClockDrive<Count: Awaitable> {
  enum End: Sendable {
    case enough
    /// The clock has reached the end time before the count was high enough.
    case usedUp
    /// The process was idle for as long as the clock's `patience`, but too few tasks had gone to
    /// sleep on the clock.
    case expired
    case cancelled
  }

  let counted: Lock<Count>
  let clock: TestClock
  let end: TestClock.Instant

  /// Advances the clock from one deadline to the next until the count in ``counted`` is high
  /// enough, or until the clock has reached ``end``.
  ///
  /// - Parameters:
  ///   - needed: The count to reach, for example 3 to wait for three calls to an endpoint.
  ///   - sleepers: The number of tasks that must be asleep before the clock advances, or `nil` to
  ///     use the number of tasks that are asleep before the first advance.
  func run(until needed: Int, sleepers: Int?) async -> End {
    clock.beginCall()
    defer { clock.endCall() }
    var resting: Int?
    while true {
      let outcome = await wait(until: needed, orSleepers: resting ?? sleepers ?? 1)
      // Check the count before the outcome of the wait. A task may have made the last call and then
      // immediately gone to sleep, and either event can end the wait.
      if counted.withLock({ $0.count >= needed }) { return .enough }
      switch outcome {
      case .met: break
      case .expired: return .expired
      case .cancelled: return .cancelled
      }
      resting = resting ?? sleepers ?? clock.state.withLock { $0.count }
      if await clock.step(noFurtherThan: end) { continue }
      // The clock has reached the end time. If the caller did not specify `sleepers`, a task that
      // was just woken may not have made its call yet, so keep waiting.
      let patience = sleepers == nil ? clock.patience : .zero
      switch await counted.wait(until: needed, limit: patience) {
      case .met: return .enough
      case .expired: return .usedUp
      case .cancelled: return .cancelled
      }
    }
  }

  /// Waits until the count is at least `needed`, or until `sleepers` tasks sleep on the clock.
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
