import Dependence

/// The error that ends a sleep if the test does not advance the clock within
/// ``TestClock/patience``.
struct VainSleep: Error {
  /// The message of the issue that the sleeping task must report when it receives this error, or
  /// `nil` if another task reports the issue. If several tasks in one test are asleep, only one of
  /// them receives an error with a message, so that each test reports the issue only once.
  let message: String?
}

extension TestClock {
  /// Starts a timer that ends all sleeps on this clock if the test does not advance time within
  /// ``patience``.
  ///
  /// All sleeping tasks share one timer. If the test advances time before the timer fires, or if
  /// all current sleeps began after the timer started, the timer restarts without ending any sleep.
  func watchForVainSleeps() {
    // Do not start the timer in a simulation, because the simulation itself detects when all tasks
    // wait in vain. Do not start it for a clock with `allowsSleepersAtEnd` either, because tasks
    // may sleep on such a clock until the test ends.
    if SimulatedWorlds.current != nil || allowsSleepersAtEnd { return }
    let start: (callCount: Int, lastSleep: Int)? = state.withLock { state in
      guard !state.isWatched, state.count > 0 else { return nil }
      state.isWatched = true
      return (state.callCount, state.queue.lastNumber)
    }
    guard let start else { return }
    _ = Alarm(after: patience, in: nil) { [weak self] cause in
      self?.endVainSleeps(since: start.callCount, start.lastSleep, because: cause)
    }
  }

  /// Ends all sleeps when the timer fires, unless the test has advanced time since the timer
  /// started, or all current sleeps began after the timer started. `callCount` and `lastSleep` are
  /// the values of `state.callCount` and `state.queue.lastNumber` when the timer started.
  func endVainSleeps(
    since callCount: Int,
    _ lastSleep: Int,
    because cause: Alarm.Cause = .idle
  ) {
    let left = state.withLock {
      state -> [(id: SleeperQueue<Sleep>.ID, deadline: Duration, payload: Sleep)] in
      state.isWatched = false
      guard state.callsInProgress == 0, state.callCount == callCount,
        state.queue.hasSleeper(since: lastSleep)
      else { return [] }
      let left = state.queue.sleepers
      for sleeper in left { _ = state.queue.cancel(sleeper.id) }
      return left
    }
    // Several tests may have tasks asleep on this clock, and each of these tests must fail. Each
    // test has its own dependency root, so group the sleeps by root and report one issue for each
    // group.
    var unreported = Dictionary(grouping: left, by: \.payload.root)
    for sleeper in left {
      let sleepers = unreported.removeValue(forKey: sleeper.payload.root)
      let message = sleepers.map { sleepers in
        vainSleepMessage(for: sleepers.map { Sleeper($0.payload, until: $0.deadline) }, cause)
      }
      sleeper.payload.continuation.resume(throwing: VainSleep(message: message))
    }
    // If no sleep was ended above, restart the timer for the tasks that are still asleep.
    watchForVainSleeps()
  }

  private func vainSleepMessage(for sleepers: [Sleeper], _ cause: Alarm.Cause) -> String {
    let now = now
    let seconds = now.duration(to: sleepers[0].deadline) / .seconds(1)
    // A task that sleeps for centuries is meant to sleep until it is cancelled, so do not suggest
    // advancing time to its deadline.
    let isEndless = seconds > 1e10
    let step = Int(exactly: seconds).map(String.init) ?? "\(seconds)"
    let advice =
      isEndless
      ? """
      Cancel the task in the test. If the task may sleep until the test ends, create the clock with \
      `allowsSleepersAtEnd: true`.
      """
      : """
      Move time in the test, for example with await clock.advance(by: .seconds(\(step))), or use an ImmediateClock.
      """
    let process =
      cause == .busy
      ? "was busy for at least \(patience * AlarmClock.busyFactor)" : "was idle for \(patience)"
    return """
      \(Self.tasks(sleepers.count)) slept on a TestClock that shows \(now), but the test did not move its time, and the \
      process \(process): \(Self.list(sleepers)). \(advice) If the test waits for something else, pass a \
      longer `patience:` to the clock.
      """
  }

  /// Records the start of a call that advances time or waits for sleeping tasks. A timer ends all
  /// sleeps if the test does not advance time for too long, but it has no effect while such a call
  /// is in progress.
  func beginCall() {
    state.withLock { state in
      state.callsInProgress += 1
      state.callCount += 1
    }
  }

  func endCall() { state.withLock { $0.callsInProgress -= 1 } }
}
