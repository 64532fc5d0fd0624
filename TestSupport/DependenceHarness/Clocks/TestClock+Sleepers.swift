public import Dependence

extension TestClock {
  /// A task that is asleep on a test clock.
  public struct Sleeper: Sendable, Hashable, CustomStringConvertible {
    /// The time on the clock when the task wakes.
    public let deadline: Instant
    /// The source location of the call to `sleep`, or `nil` if it is unknown.
    public let site: SourceSite?
    /// The name of the task, or `nil` if the task has no name.
    public let taskName: String?

    init(_ sleep: Sleep, until deadline: Duration) {
      self.deadline = Instant(offset: deadline)
      site = sleep.site
      taskName = sleep.taskName
    }

    /// A description that contains the task's name, the source location of the call to `sleep`, and
    /// the deadline.
    public var description: String {
      let who = taskName.map { "the task \"\($0)\"" } ?? "a task"
      let origin = site.map { " at \($0)" } ?? ""
      return "\(who)\(origin) until \(deadline)"
    }
  }

  /// The tasks that are asleep on this clock, ordered by deadline.
  public var sleepers: [Sleeper] {
    SimulatedWorlds.current?.noteReadOfSleepers()
    return state.withLock { $0.queue.sleepers }.map { Sleeper($0.payload, until: $0.deadline) }
  }

  /// Suspends until at least `count` tasks are asleep on this clock.
  ///
  /// If the wait takes longer than ``patience``, or if the calling task is cancelled, the method
  /// reports an issue that lists the sleeping tasks, and returns.
  public func waitForSleepers(
    atLeast count: Int = 1,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard count >= 0 else {
      let message = "TestClock.waitForSleepers cannot wait for \(count) sleepers. Pass 0 or more."
      return IssuePath.deliver(message, at: site)
    }
    let limit = patienceLeft
    SimulatedWorlds.current?.noteReadOfSleepers()
    beginCall()
    defer { endCall() }
    let tasks = Self.tasks(count)
    let outcome = await CallsInProgress.track("waitForSleepers", at: site, isWait: true) {
      await state.wait(until: count, limit: limit)
    }
    switch outcome {
    case .met: break
    case .cancelled:
      let message = """
        TestClock.waitForSleepers was cancelled while it waited for \(tasks) to sleep; \(sleeperDescription). Let the \
        call return before you cancel the task that makes it.
        """
      IssuePath.deliver(message, at: site)
    case .expired(let cause):
      var message = """
        TestClock.waitForSleepers \(Self.waited(limit, for: "\(tasks) to sleep", cause)), but \(sleeperDescription). Check \
        that the code under test sleeps on this clock, or wait for fewer tasks.
        """
      if cause == .simulationIsIdle {
        message += """
           An exhaustive search also tries schedules in which time advances while tasks can still run, so one sleep may \
          end before another begins. To prevent this, use the option .time(.whenIdle) or .time(.manual).
          """
      }
      reportVainWait(message, at: site)
    }
  }

  /// Expects that no task is asleep on this clock. Otherwise, the clock reports an issue that lists
  /// the sleeping tasks and their deadlines.
  public func expectNoSleepers(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    SimulatedWorlds.current?.noteReadOfSleepers()
    guard state.withLock({ $0.count }) > 0 else { return }
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let message = """
      No task should sleep on this TestClock, but \(sleeperDescription). Move time past the deadlines, or cancel the tasks.
      """
    IssuePath.deliver(message, at: site)
  }

  /// A clause for error messages that lists the sleeping tasks, such as "1 task sleeps: a task at
  /// …".
  var sleeperDescription: String {
    let sleepers = sleepers
    if sleepers.isEmpty { return "no task sleeps" }
    return """
      \(sleepers.count == 1 ? "1 task sleeps" : "\(sleepers.count) tasks sleep"): \(Self.list(sleepers))
      """
  }

  /// Returns a clause for error messages that describes an unsuccessful wait, such as "waited 10.0
  /// seconds, in which the process was idle, for 2 tasks to sleep". In a simulation, the clause
  /// contains no duration, because the wait ends when no other task can run.
  static func waited(_ limit: Duration, for event: String, _ cause: Alarm.Cause) -> String {
    switch cause {
    case .idle: "waited \(limit), in which the process was idle, for \(event)"
    case .busy:
      """
      waited at least \(limit * AlarmClock.busyFactor), in which the process was busy, for \(event)
      """
    case .simulationIsIdle: "waited for \(event) until no other task could run"
    }
  }

  static func list(_ sleepers: [Sleeper]) -> String {
    // List at most ten tasks. A test may have thousands of them, and the message must stay
    // readable.
    let shown = sleepers.prefix(10).map(\.description).joined(separator: "; ")
    return sleepers.count > 10 ? "\(shown); and \(sleepers.count - 10) more" : shown
  }

  static func tasks(_ count: Int) -> String { count == 1 ? "1 task" : "\(count) tasks" }

  /// The longest time that the clock waits for tasks to fall asleep. After one wait times out,
  /// later waits take at most one second, because the test has already failed and should end soon.
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
  /// Cancels the sleeps that are still in progress when the test ends. Unless
  /// ``allowsSleepersAtEnd`` is `true`, returns an issue that lists the sleeping tasks.
  package func finish(_ root: DependencyRoot) -> [DependencyIssue] {
    let left = cancelSleepers { $0.root == ObjectIdentifier(root) }
    if left.isEmpty || allowsSleepersAtEnd { return [] }
    let list = Self.list(left)
    let message = """
      The test ended while \(Self.tasks(left.count)) slept on its TestClock: \(list). Cancel and await each of these \
      tasks, move time past its deadline, or create the clock with `allowsSleepersAtEnd: true`.
      """
    return [DependencyIssue(message, kind: .leftover, at: left[0].site ?? site)]
  }
}
