public import Dependence

extension TestClock {
  /// A task that sleeps on a test clock.
  public struct Sleeper: Sendable, Hashable, CustomStringConvertible {
    /// The instant at which the task is due.
    public let deadline: Instant
    /// The source location of the sleep, timer or timeout, or `nil` if it is unknown.
    public let site: SourceSite?
    /// The name of the task, or `nil` if it has none.
    public let taskName: String?

    init(_ sleep: Sleep, until deadline: Duration) {
      self.deadline = Instant(offset: deadline)
      site = sleep.origin.site
      taskName = sleep.origin.taskName
    }

    /// The name of the task, the source location of its sleep and its deadline.
    public var description: String {
      let who = taskName.map { "the task \"\($0)\"" } ?? "a task"
      let origin = site.map { " at \($0)" } ?? ""
      return "\(who)\(origin) until \(deadline)"
    }
  }

  /// The sleeping tasks, in the order in which they are due.
  public var sleepers: [Sleeper] {
    state.withLock { $0.queue.sleepers }.map { Sleeper($0.payload, until: $0.deadline) }
  }

  /// Suspends until at least `count` tasks sleep.
  ///
  /// If the wait takes longer than ``patience``, the clock reports an issue with the sleeping
  /// tasks.
  public func waitForSleepers(
    atLeast count: Int = 1,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard count >= 0 else {
      return IssuePath.deliver("TestClock cannot wait for \(count) sleepers.", at: site)
    }
    let limit = patienceLeft
    beginCall()
    defer { endCall() }
    guard await state.wait(until: count, limit: limit) == .expired else { return }
    let tasks = Self.tasks(count)
    let message = "TestClock waited \(limit) in vain for \(tasks) to sleep: \(sleeperDescription)."
    reportVainWait(message, at: site)
  }

  /// Reports an issue, with all source locations and deadlines, if any task sleeps.
  public func expectNoSleepers(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    guard state.withLock({ $0.count }) > 0 else { return }
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let message = "No task should sleep on this TestClock, but \(sleeperDescription)."
    IssuePath.deliver(message, at: site)
  }

  /// A description of the sleepers for the end of a sentence, such as "2 do: a task at …".
  var sleeperDescription: String {
    let sleepers = sleepers
    if sleepers.isEmpty { return "none does" }
    return "\(sleepers.count == 1 ? "one does" : "\(sleepers.count) do"): \(Self.list(sleepers))"
  }

  static func list(_ sleepers: [Sleeper]) -> String {
    // A list of thousands of sleepers would not be useful.
    let shown = sleepers.prefix(10).map(\.description).joined(separator: "; ")
    return sleepers.count > 10 ? "\(shown); and \(sleepers.count - 10) more" : shown
  }

  static func tasks(_ count: Int) -> String { count == 1 ? "1 task" : "\(count) tasks" }

  /// The time to wait for tasks to fall asleep. It is shorter after a wait has failed.
  var patienceLeft: Duration {
    state.withLock { $0.hasWaitedInVain } ? min(patience, .seconds(1)) : patience
  }

  func reportVainWait(_ message: String, at site: SourceSite) {
    state.withLock { $0.hasWaitedInVain = true }
    IssuePath.deliver(message, at: site)
  }
}

// MARK: - The end of a test

extension TestClock: RootAudit {
  /// Cancels the sleeps that remain when the test ends, and reports them unless
  /// ``allowsSleepersAtEnd`` is `true`.
  package func finish(_ root: DependencyRoot) -> [DependencyIssue] {
    let left = cancelSleepers { $0.root == ObjectIdentifier(root) }
    if left.isEmpty || allowsSleepersAtEnd { return [] }
    let list = Self.list(left)
    let message = """
      The test ended while \(Self.tasks(left.count)) slept on its TestClock: \(list). Cancel and \
      await such a task, move time far enough, or make the clock with `allowsSleepersAtEnd: true`.
      """
    return [DependencyIssue(message, kind: .leftover, at: left[0].site ?? site)]
  }
}
