import Dependence

extension TestClock {
  /// Wakes every task that sleeps, and those that begin to while this goes on, moving time from
  /// deadline to deadline until nobody sleeps.
  ///
  /// It does not wait for a task that it woke to sleep again. To move time until some work is done,
  /// however often it sleeps, use
  /// ``run(sleepers:maximumSteps:fileID:filePath:line:column:during:isolation:)``.
  ///
  /// - Parameter maximumSteps: How many deadlines to pass at most. Needing more is a reported issue:
  ///   the clock gives up, and everybody who sleeps or tries to gets a `CancellationError`.
  public func run(
    maximumSteps: Int = 100_000,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard allows(maximumSteps, at: site) else { return }
    beginCall()
    defer { endCall() }
    var steps = 0
    while await step() {
      steps += 1
      if steps == maximumSteps, state.withLock({ $0.count }) > 0 {
        return stop(after: steps, at: site)
      }
    }
  }

  /// Moves time for as long as `operation` runs: whenever enough tasks sleep, to the next deadline.
  ///
  /// ```swift
  /// let report = try await clock.run { try await importer.run() }
  /// ```
  ///
  /// - Parameters:
  ///   - sleepers: How many tasks have to sleep before time moves.
  ///   - maximumSteps: How many deadlines to pass at most. Needing more is a reported issue: the clock
  ///     gives up, and everybody who sleeps or tries to gets a `CancellationError`.
  ///   - operation: Runs in the caller's isolation.
  /// - Throws: What `operation` throws.
  public func run<Result>(
    sleepers: Int = 1,
    maximumSteps: Int = 100_000,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    during operation: @concurrent () async throws -> Result,
    isolation: isolated (any Actor)? = #isolation
  ) async rethrows -> Result {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let isAllowed = allows(maximumSteps, sleepers: sleepers, at: site)
    let driver = Task {
      // The operation must not wait for a time that never comes.
      guard isAllowed else { return _ = giveUp() }
      for steps in 0... {
        guard await awaitSleepers(sleepers, at: site), !Task.isCancelled
        else { return }
        if steps == maximumSteps { return stop(after: steps, at: site) }
        _ = await step()
      }
    }
    beginCall()
    defer { endCall() }
    do {
      let result = try await operation()
      driver.cancel()
      await driver.value
      return result
    } catch {
      driver.cancel()
      await driver.value
      throw error
    }
  }

  /// Waits until enough tasks sleep, and reports once if the operation neither sleeps nor ends.
  private func awaitSleepers(_ needed: Int, at site: SourceSite) async -> Bool {
    let outcome = await state.wait(until: needed, limit: patience)
    guard outcome == .expired else { return outcome == .met }
    let message = """
      TestClock.run waited \(patience) in vain: its operation has not ended, and it expected \
      \(Self.tasks(needed)) to sleep, but \(sleepersInWords). Pass as `sleepers:` the number of tasks that sleep at the \
      same time, or a longer `patience:` to the clock if the operation waits for something else.
      """
    reportVainWait(message, at: site)
    return await state.wait(until: needed, limit: nil) == .met
  }

  private func allows(_ maximumSteps: Int, sleepers: Int = 1, at site: SourceSite) -> Bool {
    if maximumSteps > 0, sleepers > 0 { return true }
    let message = """
      TestClock.run cannot pass \(maximumSteps) deadlines with \(sleepers) sleepers. Both have to be \
      more than zero. Nothing was moved.
      """
    IssuePath.deliver(message, at: site)
    return false
  }

  /// Lets nobody sleep on this clock any more, and wakes those who do.
  private func giveUp() -> [Sleeper] {
    state.withLock { $0.isStopped = true }
    return cancelSleepers { _ in true }
  }

  private func stop(after steps: Int, at site: SourceSite) {
    let sleepers = giveUp()
    let message = """
      TestClock.run passed \(steps) deadlines and came to no end. It cancelled the tasks that slept: \
      \(Self.list(sleepers)). End the loop in the test, or move time by a known amount with \
      advance(by:).
      """
    IssuePath.deliver(message, at: site)
  }
}
