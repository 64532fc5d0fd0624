import Dependence

extension TestClock {
  /// Advances time by `duration`, waking each sleeping task at its deadline. Tasks with the same
  /// deadline wake in the order in which they fell asleep.
  ///
  /// For example, if a task sleeps for one second in a loop, `advance(by: .seconds(10))` lets the
  /// loop body run ten times.
  ///
  /// The clock waits until `sleepers` tasks are asleep before it first advances time, and again
  /// after each deadline. If a wait takes longer than ``patience``, the clock reports an issue.
  ///
  /// If you omit `sleepers`, the clock waits until one task is asleep before it first advances
  /// time. After each deadline, it waits until as many tasks are asleep at once as at any earlier
  /// point in the call. Each of these waits ends early when the process has been idle for about 50
  /// milliseconds. If the process is never idle, the wait ends after ``patience``. If you have just
  /// started several tasks, first wait for all of them with `waitForSleepers(atLeast:)`.
  ///
  /// If several tasks advance the clock at the same time, their calls run one after another. A call
  /// with `sleepers: 0` does not wait for other calls, and neither does a call in a simulation.
  ///
  /// If the calling task is cancelled, time still advances by the full `duration`. After the
  /// cancellation, the call waits as if you had omitted `sleepers`, because the tasks that were
  /// expected to sleep may have been cancelled, too.
  ///
  /// - Parameters:
  ///   - duration: The duration to advance time by, zero or more. A negative duration is reported
  ///     as an issue.
  ///   - sleepers: The number of tasks that sleep on this clock whenever the code under test has
  ///     nothing else to do. If it is 0, time advances immediately.
  public func advance(
    by duration: Duration,
    sleepers: Int? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let call = "advance(by: \(duration))"
    let target: @Sendable (Instant) -> Instant = { $0.advanced(by: duration) }
    await make(Move(target: target, sleepers: sleepers, call: call, site: site))
  }

  /// Advances time to `instant`, waking each sleeping task at its deadline, as
  /// ``advance(by:sleepers:fileID:filePath:line:column:)`` does.
  ///
  /// - Parameters:
  ///   - instant: The new time. If it is in the past, the clock reports an issue and time does not
  ///     change.
  ///   - sleepers: The number of tasks that sleep on this clock when the code under test has
  ///     nothing else to do.
  public func advance(
    to instant: Instant,
    sleepers: Int? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let call = "advance(to: \(instant))"
    await make(Move(target: { _ in instant }, sleepers: sleepers, call: call, site: site))
  }

  private func reportNothingMoved(_ move: Move, because reason: String) {
    let message = "TestClock.\(move.call) \(reason)"
    IssuePath.deliver(message, at: move.site)
  }

  private struct Move {
    /// A closure that takes the clock's time and returns the time to advance to. It is called only
    /// when the clock is about to advance. Before that, other calls to `advance` may change the
    /// clock's time.
    let target: @Sendable (Instant) -> Instant
    let sleepers: Int?
    let call: String
    let site: SourceSite
  }

  private func make(_ move: Move) async {
    beginCall()
    defer { endCall() }
    if move.sleepers == 0 || SimulatedWorlds.current != nil { return await begin(move) }
    // Run only one call to `advance` at a time. Otherwise, one call could wake a task, and before
    // the task sleeps again, another call could advance time past the task's next deadline.
    let earlier = state.withLock { state in
      defer { state.turns += 1 }
      return state.turns
    }
    _ = await endedTurns.wait(until: earlier, limit: nil, isCancellable: false)
    await begin(move)
    endedTurns.withLock { $0.add() }.resume()
  }

  private func begin(_ move: Move) async {
    let now = now
    let target = move.target(now)
    guard target >= now else {
      let reason = """
        would move time backwards, so the clock still shows \(now). Pass a duration of zero or more, or a later instant.
        """
      return reportNothingMoved(move, because: reason)
    }
    if let sleepers = move.sleepers, sleepers < 0 {
      let mistake = """
        cannot wait for \(sleepers) sleepers, so time was not moved. Pass 0 or more as `sleepers:`, or omit it.
        """
      return reportNothingMoved(move, because: mistake)
    }
    if let world = keepTimeOfSimulation() {
      return await world.advance(to: world.now + now.duration(to: target))
    }
    if move.sleepers == 0 { return jump(to: target) }
    var most = 1
    guard await gather(move.sleepers, most, for: move, to: target, "before it moved time")
    else { return }
    while true {
      let (due, isOver, reached) = state.withLock { state in
        most = max(most, state.count)
        let due = state.queue.step(towards: target.offset)
        return (due, due.isEmpty, Instant(offset: state.queue.now))
      }
      due.wake()
      if isOver { return }
      let moment = "after the deadline at \(reached)"
      guard await gather(move.sleepers, most, for: move, to: target, moment) else { return }
    }
  }

  /// The time that the process must be idle before the clock assumes that no further task is about
  /// to sleep.
  private static let rest = Duration.milliseconds(40)

  /// Waits until enough tasks are asleep on this clock. If fewer than `needed` tasks go to sleep in
  /// time, reports an issue and advances time directly to `target`. After the current task is
  /// cancelled, the wait also ends when the process is idle, even if fewer than `needed` tasks are
  /// asleep.
  ///
  /// - Parameters:
  ///   - needed: The number of sleeping tasks to wait for, or `nil` to wait until the process is
  ///     idle.
  ///   - most: The largest number of tasks that have been asleep simultaneously during the current
  ///     call to `advance`. If `needed` is `nil`, the wait ends early once that many tasks are
  ///     asleep again.
  /// - Returns: `true` if the caller must still advance time, or `false` if this method has already
  ///   advanced it.
  private func gather(
    _ needed: Int?,
    _ most: Int,
    for move: Move,
    to target: Instant,
    _ when: String
  ) async -> Bool {
    if let needed {
      let limit = patienceLeft
      switch await state.wait(until: needed, limit: limit) {
      case .met: return true
      case .cancelled: break
      case .expired(let cause):
        let waited = Self.waited(limit, for: "\(Self.tasks(needed)) to sleep \(when)", cause)
        let message = """
          TestClock.\(move.call) \(waited), but \(sleeperDescription). Pass as \
          `sleepers:` the number of tasks that sleep on this clock whenever the code under test waits, or omit it.
          """
        reportVainWait(message, at: move.site)
        jump(to: target)
        return false
      }
    }
    // Cancelling the task does not end this wait, because the call to `advance` must still advance
    // time to `target`. Otherwise, less time would pass than the test requested, and the test would
    // not notice.
    _ = await state.wait(
      until: max(most, needed ?? 1),
      limit: Self.rest,
      busyLimit: patience,
      isCancellable: false
    )
    return true
  }

  private func jump(to target: Instant) {
    let due = state.withLock { $0.queue.jump(to: target.offset) }
    due.wake()
  }
}
