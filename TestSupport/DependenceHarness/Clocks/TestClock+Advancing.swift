import Dependence

extension TestClock {
  /// Moves time forward by `duration`, and wakes every task that is due on the way: in the order of
  /// their deadlines, those of one deadline in the order in which they fell asleep.
  ///
  /// A loop of one second ticks ten times in ten seconds: with `sleepers: 1` the clock waits for one sleeper before time
  /// moves, after each deadline, and before it returns. Waiting in vain for longer than ``patience`` is a reported issue.
  ///
  /// - Parameters:
  ///   - duration: Zero or more; less is a reported issue, and nothing moves.
  ///   - sleepers: The number of tasks that sleep whenever everything is at rest. With nil, the clock waits for one before
  ///     time moves, after each deadline for as many as slept in the beginning, and not at the end, which suits a single
  ///     sleep. With 0 time jumps.
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

  /// Moves time forward to `instant`, as ``advance(by:sleepers:fileID:filePath:line:column:)`` does.
  ///
  /// - Parameters:
  ///   - instant: Now or later; an earlier one is a reported issue, and nothing moves.
  ///   - sleepers: How many tasks sleep whenever everything is at rest.
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

  private func reportNothingMoved(_ move: Move, because mistake: String) {
    let message = "TestClock.\(move.call) \(mistake). Nothing was moved."
    IssuePath.deliver(message, at: move.site)
  }

  private struct Move {
    let target: Instant
    let sleepers: Int?
    let call: String
    let site: SourceSite
  }

  private func make(_ move: Move) async {
    let now = now
    guard move.target >= now else {
      let mistake = "would move time backwards: it is \(now) already"
      return reportNothingMoved(move, because: mistake)
    }
    if let sleepers = move.sleepers, sleepers < 0 {
      return reportNothingMoved(move, because: "cannot wait for \(sleepers) sleepers")
    }
    if let world = keepTimeOfSimulation() {
      return await world.advance(to: world.now + now.duration(to: move.target))
    }
    if move.sleepers == 0 { return jump(to: move.target) }
    guard await gather(move.sleepers ?? 1, for: move, "Before time moved,") else { return }
    let resting = move.sleepers ?? state.withLock { $0.count }
    while true {
      let (due, isOver, reached) = state.withLock { state in
        let due = state.queue.step(towards: move.target.offset)
        return (due, due.isEmpty, Instant(offset: state.queue.now))
      }
      due.wake()
      if isOver || (reached == move.target && move.sleepers == nil) { return }
      guard await gather(resting, for: move, "After it had woken who was due at \(reached),")
      else { return }
    }
  }

  /// Waits for sleepers; where that is in vain, says so and moves on without them.
  private func gather(_ needed: Int, for move: Move, _ when: String) async -> Bool {
    let limit = patienceLeft
    let outcome = await state.wait(until: needed, limit: limit)
    guard outcome == .expired else { return outcome == .met }
    let message = """
      TestClock.\(move.call) waited \(limit) in vain. \(when) it expected \
      \(Self.tasks(needed)) to sleep, but \(sleepersInWords). Pass `sleepers:`, the number of tasks \
      that sleep whenever everything is at rest; 0 moves time without waiting.
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
