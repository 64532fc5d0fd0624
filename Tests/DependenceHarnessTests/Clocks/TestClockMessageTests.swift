import Dependence
import DependenceHarness
import TestKeys
import Testing

/// Tests of the exact messages of a test clock.
struct TestClockMessageTests {
  private let clock = TestClock(patience: .milliseconds(1))

  @Test func `moving time backwards is reported as an issue`() async {
    await clock.advance(by: .seconds(2), sleepers: 0)

    let found = await issues {
      await clock.advance(by: .seconds(-1))
      await clock.advance(to: .init(offset: .seconds(1)))
    }

    #expect(
      found.map(\.message) == [
        """
        TestClock.advance(by: -1.0 seconds) would move time backwards, so the clock still shows 2.0 \
        seconds. Pass a duration of zero or more, or a later instant.
        """,
        """
        TestClock.advance(to: 1.0 seconds) would move time backwards, so the clock still shows 2.0 \
        seconds. Pass a duration of zero or more, or a later instant.
        """,
      ]
    )
    #expect(clock.now == .init(offset: .seconds(2)))
  }

  @Test func `advancing without sleepers is reported only if sleepers were expected`() async {
    #expect(await issues { await clock.advance(by: .seconds(0)) }.isEmpty)

    let site = SourceSite()
    let found = await issues { await clock.advance(by: .seconds(1), sleepers: 1) }

    #expect(
      found.map { $0.messageIfIdle(for: .milliseconds(1)) } == [
        """
        TestClock.advance(by: 1.0 seconds) waited 0.001 seconds, in which the process was idle, for \
        1 task to sleep before it moved \
        time, but no task sleeps. Pass as `sleepers:` the number of tasks that sleep on this clock \
        whenever the code under test waits, or omit it.
        """
      ]
    )
    #expect(found.first?.site.line == site.line + 1)
    #expect(clock.now == .init(offset: .seconds(1)))
  }

  @Test func `a task that does not sleep again during an advance is reported`() async throws {
    // The loop below waits for the sleepers without a time limit, because the tasks may start late
    // on a busy machine.
    let clock = TestClock(allowsSleepersAtEnd: true, patience: .milliseconds(1))
    let short = Task { try await clock.sleep(for: .seconds(1)) }
    let site = SourceSite()
    let long = Task(name: "long") { try await clock.sleep(for: .seconds(9)) }
    while clock.sleepers.count < 2 { await Task.yield() }

    let found = await issues { await clock.advance(by: .seconds(5), sleepers: 2) }

    #expect(
      found.map { $0.messageIfIdle(for: .milliseconds(1)) } == [
        """
        TestClock.advance(by: 5.0 seconds) waited 0.001 seconds, in which the process was idle, for \
        2 tasks to sleep after the deadline \
        at 1.0 seconds, but 1 task sleeps: the task "long" at \(site.fileID):\(site.line + 1) until \
        9.0 seconds. Pass as `sleepers:` the number of tasks that sleep on this clock whenever the code \
        under test waits, or omit it.
        """
      ]
    )
    #expect(clock.now == .init(offset: .seconds(5)))
    try await short.value
    long.cancel()
  }

  @Test func `an endless sleep is reported if the test never advances time`() async throws {
    let clock = TestClock(patience: .milliseconds(50))
    let found = await issues { try? await clock.sleep(for: .seconds(Int64.max)) }

    #expect(found.count == 1)
    #expect(found[0].message.contains("slept on a TestClock that shows 0.0 seconds"))
  }

  @Test(.timeLimit(.minutes(5)))
  func `a run with too large a number of sleepers is reported and ends`() async throws {
    let clock = TestClock(patience: .milliseconds(50))
    let found = await issues {
      try? await clock.run(sleepers: 2) {
        try await clock.sleep(for: .seconds(1))
        try await clock.sleep(for: .seconds(1))
      }
    }

    #expect(found.count == 1)
    #expect(found[0].message.contains("for 2 tasks to sleep"))
    #expect(clock.now.offset == .seconds(2))
  }

  @Test func `a sleep is reported and cancelled if the test never advances time`() async {
    let clock = TestClock(patience: .milliseconds(50))
    let site = SourceSite()
    let found = await issues {
      await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(2.5)) }
    }

    #expect(found.count == 1)
    #expect(found.first?.site.line == site.line + 2)
    let message = found.first?.messageIfIdle(for: .milliseconds(50)) ?? ""
    #expect(
      message.hasPrefix(
        """
        1 task slept on a TestClock that shows 0.0 seconds, but the test did not move its time, and \
        the process was idle for
        """
      )
    )
    #expect(
      message.contains(
        """
        until 2.5 seconds. Move time in the test, for example with \
        await clock.advance(by: .seconds(2.5))
        """
      )
    )
  }

  @Test func `the advice for an endless sleep is to cancel the task`() async {
    let clock = TestClock(patience: .milliseconds(50))
    let found = await issues { try? await clock.sleep(for: .seconds(Int64.max)) }

    #expect(found.count == 1)
    let message = found.first?.message ?? ""
    #expect(message.contains("Cancel the task in the test"))
    #expect(!message.contains("advance(by:"))
  }

  @Test func `after a wait has timed out, the clock waits for at most one second`() async {
    let clock = TestClock(patience: .seconds(2))

    let found = await issues {
      await clock.waitForSleepers()
      await clock.waitForSleepers()
    }

    #expect(
      zip(found, [2, 1]).map { $0.messageIfIdle(for: .seconds($1)) } == [
        """
        TestClock.waitForSleepers waited 2.0 seconds, in which the process was idle, for \
        1 task to sleep, but no task sleeps. Check \
        that the code under test sleeps on this clock, or wait for fewer tasks.
        """,
        """
        TestClock.waitForSleepers waited 1.0 seconds, in which the process was idle, for \
        1 task to sleep, but no task sleeps. Check \
        that the code under test sleeps on this clock, or wait for fewer tasks.
        """,
      ]
    )
  }

  @Test func `waiting for sleepers that never come is reported as an issue`() async {
    let found = await issues { await clock.waitForSleepers(atLeast: 2) }

    #expect(
      found.map { $0.messageIfIdle(for: .milliseconds(1)) } == [
        """
        TestClock.waitForSleepers waited 0.001 seconds, in which the process was idle, for \
        2 tasks to sleep, but no task sleeps. Check \
        that the code under test sleeps on this clock, or wait for fewer tasks.
        """
      ]
    )
  }

  @Test func `cancelling waitForSleepers is reported`() async {
    let clock = TestClock()
    let site = SourceSite()
    let found = await issues {
      let task = Task { await clock.waitForSleepers(atLeast: 3) }
      task.cancel()
      await task.value
    }

    #expect(
      found.map(\.message) == [
        """
        TestClock.waitForSleepers was cancelled while it waited for 3 tasks to sleep; no task sleeps. Let the \
        call return before you cancel the task that makes it.
        """
      ]
    )
    #expect(found.first?.site.line == site.line + 2)
  }

  @Test func `expectNoSleepers reports a task that sleeps`() async {
    let clock = TestClock()
    let site = SourceSite()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers()

    let found = issues { clock.expectNoSleepers() }

    #expect(
      found.map(\.message) == [
        """
        No task should sleep on this TestClock, but 1 task sleeps: a task at \
        \(site.fileID):\(site.line + 1) until 1.0 seconds. Move time past the deadlines, or cancel the tasks.
        """
      ]
    )
    task.cancel()
    #expect(issues { clock.expectNoSleepers() }.isEmpty)
  }

  @Test(arguments: [(2, ""), (10, ""), (11, "; and 1 more"), (12, "; and 2 more")])
  func `a message lists at most ten sleepers`(count: Int, rest: String) async {
    let clock = TestClock()
    let site = SourceSite()
    let tasks = (1...count).map { second in
      Task { try await clock.sleep(for: .seconds(second)) }
    }
    await clock.waitForSleepers(atLeast: count)

    let found = issues { clock.expectNoSleepers() }

    let list = (1...min(count, 10)).map {
      "a task at \(site.fileID):\(site.line + 2) until \($0).0 seconds"
    }
    #expect(
      found.map(\.message) == [
        """
        No task should sleep on this TestClock, but \(count) tasks sleep: \
        \(list.joined(separator: "; "))\(rest). Move time past the deadlines, or cancel the tasks.
        """
      ]
    )
    for task in tasks { task.cancel() }
  }

  @Test func `an endless loop of sleeps is stopped and reported as an issue`() async {
    let clock = TestClock()
    let site = SourceSite()
    let found = await issues {
      await #expect(throws: CancellationError.self) {
        try await clock.run(maximumSteps: 100) {
          while true { try await clock.sleep(for: .seconds(1)) }
        }
      }
    }

    #expect(found.count == 1)
    #expect(
      found.first?.message.hasPrefix(
        """
        TestClock.run stopped after 100 deadlines, because the code under test kept sleeping. These \
        sleeps throw a CancellationError: 
        """
      ) == true
    )
    #expect(found.first?.site.line == site.line + 2)
    await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(1)) }
  }

  @Test func `invalid counts of sleepers or steps are reported as issues`() async throws {
    let found = await issues {
      await clock.advance(by: .seconds(1), sleepers: -1)
      await clock.waitForSleepers(atLeast: -1)
      await clock.run(maximumSteps: 0)
      await #expect(throws: CancellationError.self) {
        try await clock.run(sleepers: 0) { try await clock.sleep(for: .seconds(1)) }
      }
    }

    #expect(
      found.map(\.message) == [
        """
        TestClock.advance(by: 1.0 seconds) cannot wait for -1 sleepers, so time was not moved. Pass 0 \
        or more as `sleepers:`, or omit it.
        """,
        "TestClock.waitForSleepers cannot wait for -1 sleepers. Pass 0 or more.",
        """
        TestClock.run cannot use a `maximumSteps:` of 0 with a `sleepers:` of 1, so time was not moved. \
        Pass 1 or more for both.
        """,
        """
        TestClock.run cannot use a `maximumSteps:` of 100000 with a `sleepers:` of 0, so time was not \
        moved. Pass 1 or more for both.
        """,
      ]
    )
  }
}
