import Dependence
import DependenceHarness
import TestKeys
import Testing

/// The messages of a test clock, word for word.
struct TestClockMessageTests {
  private let clock = TestClock(patience: .milliseconds(1))

  @Test func `moving time backwards is an issue`() async {
    await clock.advance(by: .seconds(2), sleepers: 0)

    let found = await issues {
      await clock.advance(by: .seconds(-1))
      await clock.advance(to: .init(offset: .seconds(1)))
    }

    #expect(
      found.map(\.message) == [
        """
        TestClock.advance(by: -1.0 seconds) would move time backwards: it is 2.0 seconds already. \
        Nothing was moved.
        """,
        """
        TestClock.advance(to: 1.0 seconds) would move time backwards: it is 2.0 seconds already. \
        Nothing was moved.
        """,
      ]
    )
    #expect(clock.now == .init(offset: .seconds(2)))
  }

  @Test func `moving time without sleepers is no issue, unless some were announced`() async {
    #expect(await issues { await clock.advance(by: .seconds(0)) }.isEmpty)

    let site = SourceSite()
    let found = await issues { await clock.advance(by: .seconds(1), sleepers: 1) }

    #expect(
      found.map(\.message) == [
        """
        TestClock.advance(by: 1.0 seconds) waited 0.001 seconds in vain. Before time moved, it \
        expected 1 task to sleep, but none does. Pass as `sleepers:` the number of tasks that sleep \
        whenever the code under test waits, or leave it out.
        """
      ]
    )
    #expect(found.first?.site.line == site.line + 1)
    #expect(clock.now == .init(offset: .seconds(1)))
  }

  @Test func `a task that does not sleep again while time is left is an issue`() async throws {
    // The tasks may sleep for as long as it takes on a busy machine.
    let clock = TestClock(allowsSleepersAtEnd: true, patience: .milliseconds(1))
    let short = Task { try await clock.sleep(for: .seconds(1)) }
    let site = SourceSite()
    let long = Task(name: "long") { try await clock.sleep(for: .seconds(9)) }
    while clock.sleepers.count < 2 { await Task.yield() }

    let found = await issues { await clock.advance(by: .seconds(5), sleepers: 2) }

    #expect(
      found.map(\.message) == [
        """
        TestClock.advance(by: 5.0 seconds) waited 0.001 seconds in vain. After the deadline at 1.0 seconds, it \
        expected 2 tasks to sleep, but one does: the task "long" at \
        \(site.fileID):\(site.line + 1) until 9.0 seconds. Pass as `sleepers:` the number of tasks that \
        sleep whenever the code under test waits, or leave it out.
        """
      ]
    )
    #expect(clock.now == .init(offset: .seconds(5)))
    try await short.value
    long.cancel()
  }

  @Test func `a sleep whose time never comes is an issue, and ends`() async {
    let clock = TestClock(patience: .milliseconds(50))
    let site = SourceSite()
    let found = await issues {
      await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(2.5)) }
    }

    #expect(found.count == 1)
    #expect(found.first?.site.line == site.line + 2)
    let message = found.first?.message ?? ""
    #expect(
      message.hasPrefix("1 task slept in vain on a TestClock that shows 0.0 seconds, because")
    )
    #expect(
      message.contains(
        "until 2.5 seconds. Move time in the test, as in await clock.advance(by: .seconds(2.5))"
      )
    )
  }

  @Test func `a clock that has waited in vain waits no more than a second`() async {
    let clock = TestClock(patience: .seconds(2))

    let found = await issues {
      await clock.waitForSleepers()
      await clock.waitForSleepers()
    }

    #expect(
      found.map(\.message) == [
        "TestClock waited 2.0 seconds in vain for 1 task to sleep: none does.",
        "TestClock waited 1.0 seconds in vain for 1 task to sleep: none does.",
      ]
    )
  }

  @Test func `waiting for sleepers in vain is an issue`() async {
    let found = await issues { await clock.waitForSleepers(atLeast: 2) }

    #expect(
      found.map(\.message) == [
        "TestClock waited 0.001 seconds in vain for 2 tasks to sleep: none does."
      ]
    )
  }

  @Test func `a sleeper that should not be is an issue`() async {
    let clock = TestClock()
    let site = SourceSite()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers()

    let found = issues { clock.expectNoSleepers() }

    #expect(
      found.map(\.message) == [
        """
        No task should sleep on this TestClock, but one does: a task at \(site.fileID):\(site.line + 1) \
        until 1.0 seconds.
        """
      ]
    )
    task.cancel()
    #expect(issues { clock.expectNoSleepers() }.isEmpty)
  }

  @Test(arguments: [(2, ""), (10, ""), (11, "; and 1 more"), (12, "; and 2 more")])
  func `ten sleepers are told, however many there are`(count: Int, rest: String) async {
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
        No task should sleep on this TestClock, but \(count) do: \(list.joined(separator: "; "))\
        \(rest).
        """
      ]
    )
    for task in tasks { task.cancel() }
  }

  @Test func `a loop without an end is an issue, and nothing hangs`() async {
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
        TestClock.run passed 100 deadlines and came to no end. It cancelled the tasks that slept: 
        """
      ) == true
    )
    #expect(found.first?.site.line == site.line + 2)
    await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(1)) }
  }

  @Test func `impossible numbers are issues`() async throws {
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
        "TestClock.advance(by: 1.0 seconds) cannot wait for -1 sleepers. Nothing was moved.",
        "TestClock cannot wait for -1 sleepers.",
        """
        TestClock.run cannot pass 0 deadlines with 1 sleepers. Both have to be more than zero. Nothing \
        was moved.
        """,
        """
        TestClock.run cannot pass 100000 deadlines with 0 sleepers. Both have to be more than zero. \
        Nothing was moved.
        """,
      ]
    )
  }
}
