import Dependence

extension TestClock {
  /// Moves time forward by `duration`, and wakes each sleeping task at its deadline. Tasks with the
  /// same deadline wake in the order in which they fell asleep.
  ///
  /// For example, if a task sleeps for one second in a loop, `advance(by: .seconds(10))` lets the
  /// loop run ten times.
  ///
  /// Before time moves and after each deadline, the clock waits until `sleepers` tasks are asleep.
  /// If that takes longer than ``patience``, the clock reports an issue.
  ///
  /// If you omit `sleepers`, the clock waits until one task is asleep or the process is idle, and
  /// after each deadline until as many tasks as before are asleep or the process is idle. If you
  /// have just started several tasks, first wait for all of them with `waitForSleepers(atLeast:)`.
  /// If no task goes to sleep, time moves after about 50 milliseconds. In a process that is never
  /// idle, time moves after ``patience``.
  ///
  /// - Parameters:
  ///   - duration: The time to advance, zero or more. A negative duration is reported as an issue.
  ///   - sleepers: The number of tasks that sleep on this clock when the code under test has
  ///     nothing else to do. With 0, time moves immediately.
  public func advance(
    by duration: Duration,
    sleepers: Int? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let target = now.advanced(by: duration)
    let call = "advance(by: \(duration))"
    await make(Move(target: target, sleepers: sleepers, call: call, site: site))
  }

  /// Moves time forward to `instant`, and wakes each sleeping task at its deadline, like
  /// ``advance(by:sleepers:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - instant: The new time. If it is in the past, the clock reports an issue and does not move
  ///     time.
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
    await make(Move(target: instant, sleepers: sleepers, call: call, site: site))
  }

  private func reportNothingMoved(_ move: Move, because reason: String) {
    let message = "TestClock.\(move.call) \(reason)"
    IssuePath.deliver(message, at: move.site)
  }

  private struct Move {
    let target: Instant
    let sleepers: Int?
    let call: String
    let site: SourceSite
  }

  private func make(_ move: Move) async {
    beginCall()
    defer { endCall() }
    let now = now
    guard move.target >= now else {
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
      return await world.advance(to: world.now + now.duration(to: move.target))
    }
    if move.sleepers == 0 { return jump(to: move.target) }
    var most = 1
    guard await gather(move.sleepers, most, for: move, "before it moved time") else { return }
    while true {
      let (due, isOver, reached) = state.withLock { state in
        most = max(most, state.count)
        let due = state.queue.step(towards: move.target.offset)
        return (due, due.isEmpty, Instant(offset: state.queue.now))
      }
      due.wake()
      if isOver { return }
      guard await gather(move.sleepers, most, for: move, "after the deadline at \(reached)")
      else { return }
    }
  }

  /// The time for which the process must be idle before the clock assumes that no other task will
  /// go to sleep.
  private static let rest = Duration.milliseconds(40)

  /// Waits until enough tasks sleep on this clock. If fewer than `needed` tasks go to sleep in
  /// time, the method reports an issue and moves time directly to the target.
  ///
  /// - Parameters:
  ///   - needed: The number of sleeping tasks to wait for, or `nil` to wait until the process is
  ///     idle.
  ///   - most: The largest number of tasks that have slept at the same time during this call. If
  ///     `needed` is `nil`, the wait ends early when this number is reached again.
  /// - Returns: `true` if the caller must still move time, or `false` if the method has already
  ///   moved it or the wait was cancelled.
  private func gather(_ needed: Int?, _ most: Int, for move: Move, _ when: String) async -> Bool {
    guard let needed else {
      return await state.wait(until: most, limit: Self.rest, busyLimit: patience) != .cancelled
    }
    let limit = patienceLeft
    let outcome = await state.wait(until: needed, limit: limit)
    guard outcome == .expired else { return outcome == .met }
    let message = """
      TestClock.\(move.call) waited \(limit) for \(Self.tasks(needed)) to sleep \(when), but \(sleeperDescription). Pass as \
      `sleepers:` the number of tasks that sleep on this clock whenever the code under test waits, or omit it.
      """
    reportVainWait(message, at: move.site)
    jump(to: move.target)
    return false
  }

  private func jump(to target: Instant) {
    let due = state.withLock { $0.queue.jump(to: target.offset) }
    due.wake()
  }
}
