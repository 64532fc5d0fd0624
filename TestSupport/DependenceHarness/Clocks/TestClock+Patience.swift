import Dependence

/// The error that ends a sleep because no call has moved the time of the clock.
struct VainSleep: Error {
  /// The message of the issue to report, or `nil` if another sleep on the same clock reports the
  /// issue.
  let message: String?
}

extension TestClock {
  /// Sets an alarm that ends all sleeps on this clock if no call moves time for ``patience``.
  ///
  /// All sleepers share one alarm. If time has moved by the time it fires, it is set again.
  func watchForVainSleeps() {
    // A simulation needs no alarm, because it detects by itself that no task can run any more.
    if SimulatedWorlds.current != nil || allowsSleepersAtEnd { return }
    let callCount: Int? = state.withLock { state in
      guard !state.isWatched, state.count > 0 else { return nil }
      state.isWatched = true
      return state.callCount
    }
    guard let callCount else { return }
    _ = Alarm(after: patience, in: nil) { [weak self] in self?.endVainSleeps(since: callCount) }
  }

  private func endVainSleeps(since callCount: Int) {
    let left = state.withLock {
      state -> [(id: SleeperQueue<Sleep>.ID, deadline: Duration, payload: Sleep)] in
      state.isWatched = false
      guard state.callsInProgress == 0, state.callCount == callCount else { return [] }
      let left = state.queue.sleepers
      for sleeper in left { _ = state.queue.cancel(sleeper.id) }
      return left
    }
    let sleepers = left.map { Sleeper($0.payload, until: $0.deadline) }
    for (index, sleeper) in left.enumerated() {
      let message = index == 0 ? vainSleepMessage(for: sleepers) : nil
      sleeper.payload.continuation.resume(throwing: VainSleep(message: message))
    }
    // If the alarm ended no sleeps because time has moved, this call sets the alarm for the next
    // period.
    watchForVainSleeps()
  }

  private func vainSleepMessage(for sleepers: [Sleeper]) -> String {
    let now = now
    let seconds = now.duration(to: sleepers[0].deadline) / .seconds(1)
    let step = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    return """
      \(Self.tasks(sleepers.count)) slept on a TestClock that shows \(now), but the test did not move its time, and the \
      process was idle for \(patience): \(Self.list(sleepers)). Move time in the test, for example with \
      await clock.advance(by: .seconds(\(step))), or use an ImmediateClock. If the test waits for something else, pass a \
      longer `patience:` to the clock.
      """
  }

  /// Records the start of a call that moves time or waits for sleepers. The alarm ends no sleep
  /// while such a call is running.
  func beginCall() {
    state.withLock { state in
      state.callsInProgress += 1
      state.callCount += 1
    }
  }

  func endCall() { state.withLock { $0.callsInProgress -= 1 } }
}
