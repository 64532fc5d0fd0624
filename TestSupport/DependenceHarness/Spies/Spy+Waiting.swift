import Dependence

extension Spy {
  /// Suspends until at least `count` calls have ended or, with `to: .begin`, have begun.
  ///
  /// - Parameters:
  ///   - moment: Whether to wait for calls to begin or to end. Even if you only wait for calls to
  ///     begin, they must still end before the test does.
  ///   - patience: The total time that the process may be idle before the wait ends and an issue is
  ///     reported.
  public func waitForCalls(
    atLeast count: Int = 1,
    to moment: CallMoment = .end,
    patience: Duration = .seconds(10),
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let needed = ExpectedCount.atLeast(count)
    if let problem = needed.problem { return IssuePath.deliver(problem, at: site) }
    let outcome = await CallsInProgress.track("waitForCalls", at: site, isWait: true) {
      switch moment {
      case .begin: await log.wait(until: count, limit: patience)
      case .end: await ended.wait(until: count, limit: patience)
      }
    }
    let waited = moment == .end ? " for calls to end" : ""
    switch outcome {
    case .met: _ = checkableCalls(at: site)
    case .expired(let cause):
      let reason = "; waitForCalls stopped waiting\(waited) \(cause.description(of: patience))"
      report(needed, isMissing: reason, at: site)
    case .cancelled:
      report(needed, isMissing: "; the task was cancelled while it waited\(waited)", at: site)
    }
  }

  /// Advances `clock` until the expected number of calls have begun, but by no more than
  /// `duration`. If the number of calls is wrong, an issue is reported.
  ///
  /// ```swift
  /// await refresh.expectCalls(count: 3, within: .seconds(180), of: clock, sleepers: 1)
  /// ```
  ///
  /// - Parameters:
  ///   - expected: The expected number of calls, 1 or more. The number is checked as soon as the
  ///     expected minimum is reached, so later calls do not affect the result.
  ///   - duration: The maximum duration to advance the clock by, zero or more.
  ///   - sleepers: The number of tasks that sleep on `clock` whenever the code under test has
  ///     nothing else to do, as in ``TestClock/advance(by:sleepers:fileID:filePath:line:column:)``.
  ///     If you pass a number, missing calls are reported as soon as `duration` has passed on the
  ///     clock. Otherwise, they are reported only once the process has then been idle for the
  ///     clock's ``TestClock/patience``.
  public func expectCalls(
    count expected: ExpectedCount,
    within duration: Duration,
    of clock: TestClock,
    sleepers: Int? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if let problem = Self.problem(in: expected, within: duration, sleepers: sleepers) {
      return IssuePath.deliver(problem, at: site)
    }
    let end = clock.now.advanced(by: duration)
    let outcome = await CallsInProgress.track("expectCalls", at: site, isWait: true) {
      await advance(clock, to: end, untilCalls: expected.least, sleepers: sleepers)
    }
    switch outcome {
    case .met:
      expectCalls(count: expected, fileID: fileID, filePath: filePath, line: line, column: column)
    case nil:
      report(expected, isMissing: " within \(duration) of virtual time", at: site)
    case .expired(let cause):
      let waited = TestClock.waited(clock.patience, for: "tasks to sleep", cause)
      let reason = """
        ; at \(clock.now), the clock \(waited), but \(clock.sleeperDescription). Pass as \
        `sleepers:` the number of tasks that sleep on the clock whenever the code under test waits
        """
      report(expected, isMissing: reason, at: site)
    case .cancelled:
      report(expected, isMissing: "; the task was cancelled while it waited", at: site)
    }
  }

  /// Advances a clock until enough calls have begun or the clock reaches `end`. Each step advances
  /// to the earliest deadline of any task asleep on the clock.
  ///
  /// - Parameter sleepers: The number of tasks that must be asleep before the clock advances, or
  ///   `nil` to use the number of tasks that are asleep just before the first step, or fewer if the
  ///   process becomes idle before so many tasks are asleep again.
  /// - Returns: What ended the wait, or `nil` if the clock reached `end` before enough calls had
  ///   begun.
  private func advance(
    _ clock: TestClock,
    to end: TestClock.Instant,
    untilCalls needed: Int,
    sleepers: Int?
  ) async -> Rendezvous.Outcome? {
    clock.beginCall()
    defer { clock.endCall() }
    var resting: Int?
    while true {
      let outcome = await wait(
        forCalls: needed,
        orSleepers: resting ?? sleepers ?? 1,
        on: clock
      )
      // Check the count before the outcome of the wait. A task may have made the last call and then
      // gone to sleep immediately, and either event can end the wait.
      if log.withLock({ $0.count >= needed }) { return .met }
      let count = clock.state.withLock { $0.count }
      if outcome == .met {
        resting = resting ?? sleepers ?? count
      } else if case .expired(let cause) = outcome, cause != .busy, sleepers == nil, count > 0 {
        // Fewer tasks are asleep than before the first step, for example because one of them has
        // ended. The process or the simulation has been idle, so probably no other task will fall
        // asleep. Wait for this smaller number of tasks from now on.
        resting = count
      } else {
        return outcome
      }
      if await clock.step(noFurtherThan: end) { continue }
      // The clock has reached `end`. If the caller specified `sleepers`, that many tasks are asleep
      // again, so all woken tasks have already made their calls. Otherwise, a woken task may not
      // have made its call yet, so keep waiting for calls.
      let patience = sleepers == nil ? clock.patience : .zero
      let last = await log.wait(until: needed, limit: patience)
      if case .expired = last { return nil }
      return last
    }
  }

  /// Waits until `needed` calls have begun or `sleepers` tasks are asleep on the clock.
  private func wait(
    forCalls needed: Int,
    orSleepers sleepers: Int,
    on clock: TestClock
  ) async -> Rendezvous.Outcome {
    let (log, state, patience) = (log, clock.state, clock.patience)
    return await withTaskGroup { group in
      group.addTask { await log.wait(until: needed, limit: patience) }
      group.addTask { await state.wait(until: sleepers, limit: patience) }
      let first = await group.next()
      group.cancelAll()
      return first ?? Rendezvous.Outcome.cancelled
    }
  }

  private static func problem(
    in expected: ExpectedCount,
    within duration: Duration,
    sleepers: Int?
  ) -> String? {
    if let problem = expected.problem { return problem }
    if expected.least == 0 {
      return """
        The expectation "\(expected)" holds before time moves, so expectCalls(count:within:of:) cannot check it. Advance \
        the clock first, and then call expectCalls(count:) without `within:`.
        """
    }
    if duration < .zero {
      return "expectCalls cannot advance the clock by \(duration). Pass zero or more as `within:`."
    }
    if let sleepers, sleepers < 1 {
      return
        "expectCalls cannot wait for \(sleepers) sleepers. Pass 1 or more as `sleepers:`, or omit it."
    }
    return nil
  }

  private func report(_ expected: ExpectedCount, isMissing reason: String, at site: SourceSite) {
    guard let calls = checkableCalls(at: site) else { return }
    let message = """
      \(name) was not called \(expected)\(reason).
      \(list(calls).titled("Actual"))
      """
    IssuePath.deliver(message, at: site)
  }
}
