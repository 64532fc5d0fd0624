import Dependence

extension TestClock {
  /// Advances time from deadline to deadline, waking the sleeping tasks, until no task is asleep.
  ///
  /// This method does not wait for a woken task to sleep again. To advance time until an operation
  /// ends, no matter how often it sleeps, use
  /// ``run(sleepers:maximumSteps:fileID:filePath:line:column:during:isolation:)``.
  ///
  /// - Parameter maximumSteps: The maximum number of deadlines to advance to. If tasks are still
  ///   asleep after that, the clock reports an issue and stops: all current and later sleeps throw
  ///   a `CancellationError`.
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
      if steps >= maximumSteps, state.withLock({ $0.count }) > 0 {
        return stop(after: steps, at: site)
      }
    }
  }

  /// Runs `operation`, advancing time to the next deadline whenever `sleepers` tasks are asleep.
  ///
  /// ```swift
  /// let report = try await clock.run { try await importer.run() }
  /// ```
  ///
  /// - Parameters:
  ///   - sleepers: The number of tasks that must be asleep before time advances.
  ///   - maximumSteps: The maximum number of deadlines to advance to. If tasks are still asleep
  ///     after that, the clock reports an issue and stops: all current and later sleeps throw a
  ///     `CancellationError`.
  ///   - operation: The operation to run, in the caller's isolation.
  /// - Throws: Any error that `operation` throws.
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
      // If the arguments are invalid, time never advances. Cancel all sleeps in this case, so that
      // `operation` does not wait forever.
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

  /// Waits until `needed` tasks are asleep, and then returns `true`. Returns `false` if the wait is
  /// cancelled because the operation has ended.
  ///
  /// If the wait takes longer than ``patience``, this method reports an issue. This call and all
  /// later calls then wait for only one sleeping task, so that time keeps advancing and the
  /// operation can end.
  private func awaitSleepers(_ needed: Int, at site: SourceSite) async -> Bool {
    if state.withLock({ $0.hasWaitedInVain }) {
      return await state.wait(until: 1, limit: nil) == .met
    }
    let outcome = await state.wait(until: needed, limit: patience)
    guard case .expired(let cause) = outcome else { return outcome == .met }
    let event = "\(Self.tasks(needed)) to sleep or for its operation to end"
    let message = """
      TestClock.run \(Self.waited(patience, for: event, cause)), but \(sleeperDescription). Pass as `sleepers:` the number \
      of tasks that sleep at the same time. If the operation waits for something else, pass a longer `patience:` to the \
      clock.
      """
    reportVainWait(message, at: site)
    return await state.wait(until: 1, limit: nil) == .met
  }

  private func allows(_ maximumSteps: Int, sleepers: Int = 1, at site: SourceSite) -> Bool {
    if maximumSteps > 0, sleepers > 0 { return true }
    let message = """
      TestClock.run cannot use a `maximumSteps:` of \(maximumSteps) with a `sleepers:` of \(sleepers), so time was not \
      moved. Pass 1 or more for both.
      """
    IssuePath.deliver(message, at: site)
    return false
  }

  /// Stops the clock: cancels all current sleeps, and makes every later sleep throw an error
  /// immediately. Returns the tasks that were asleep.
  private func giveUp() -> [Sleeper] {
    state.withLock { $0.isStopped = true }
    return cancelSleepers { _ in true }
  }

  private func stop(after steps: Int, at site: SourceSite) {
    let sleepers = giveUp()
    let message = """
      TestClock.run stopped after \(steps) \(steps == 1 ? "deadline" : "deadlines"), because the code under test kept \
      sleeping. These sleeps throw a CancellationError: \(Self.list(sleepers)). If the code sleeps in an endless loop, \
      cancel its task in the test, or move time by a fixed amount with advance(by:).
      """
    IssuePath.deliver(message, at: site)
  }
}
