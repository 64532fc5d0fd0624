import Dependence
import DependenceHarness
import TestKeys
import Testing

struct SpyDrivingTests {
  private let clock = TestClock(patience: .seconds(600))
  private let spy: Spy<Int, Void>

  init() {
    spy = Spy("refresh", clock: clock)
    _ = spy.wrap { _ in }
  }

  /// Starts a task that calls the spy after each `interval`. The argument of each call is its
  /// number, beginning with 1.
  private func tick(_ clock: TestClock, every interval: Duration = .seconds(1)) -> Task<Void, Never>
  {
    let refresh = spy.wrap { _ in }
    return Task {
      for number in 1... {
        guard (try? await clock.sleep(for: interval)) != nil else { return }
        await Task.detached(priority: .low) { await Task.yield() }.value
        refresh(number)
      }
    }
  }

  @Test(arguments: [1, nil])
  func `time advances only until the expected calls are made`(sleepers: Int?) async {
    let task = tick(clock)

    await spy.expectCalls(count: 3, within: .seconds(60), of: clock, sleepers: sleepers)

    #expect(spy.calls.map(\.time) == [.seconds(1), .seconds(2), .seconds(3)])
    #expect(clock.now.offset == .seconds(3))
    task.cancel()
    await task.value
  }

  @Test func `a call exactly at the end of the time limit counts`() async {
    let task = tick(clock)

    await spy.expectCalls(count: 3, within: .seconds(3), of: clock, sleepers: 1)

    #expect(spy.calls.count == 3)
    task.cancel()
    await task.value
  }

  @Test func `time does not advance for calls that do not need it`() async {
    let refresh = spy.wrap { _ in }
    let task = Task.detached { refresh(1) }

    await spy.expectCalls(count: 1, within: .zero, of: clock)

    #expect(clock.now.offset == .zero)
    await task.value
  }

  @Test func `too few calls within the time limit are reported`() async {
    let task = tick(clock)

    let site = SourceSite()
    let reported = await issues {
      await spy.expectCalls(count: 3, within: .milliseconds(2_500), of: clock, sleepers: 1)
    }

    #expect(
      reported.map(\.message) == [
        """
        refresh was not called exactly 3 times within 2.5 seconds of virtual time.
        Actual: 2 calls
          1. (1), returned
          2. (2), returned
        """
      ]
    )
    #expect(reported[0].site.line == site.line + 2)
    #expect(clock.now.offset == .milliseconds(2_500))
    task.cancel()
    await task.value
  }

  @Test func `a call that follows the last advance is awaited`() async {
    let refresh = spy.wrap { _ in }
    let sleeper = Task { try await clock.sleep(for: .seconds(100)) }
    let caller = Task.detached { [clock] in
      while clock.now.offset < .seconds(1) { await Task.yield() }
      refresh(1)
    }

    let reported = await issues {
      await spy.expectCalls(count: 1, within: .seconds(1), of: clock)
    }

    #expect(reported == [])
    #expect(clock.now.offset == .seconds(1))
    sleeper.cancel()
    await caller.value
  }

  @Test func `cancelling the expectation after the time limit is reported`() async {
    let sleeper = Task { try await clock.sleep(for: .seconds(100)) }

    let reported = await issues {
      let task = Task { await spy.expectCalls(count: 1, within: .seconds(1), of: clock) }
      while clock.now.offset < .seconds(1) { await Task.yield() }
      task.cancel()
      await task.value
    }

    #expect(
      reported.map(\.message) == [
        """
        refresh was not called exactly once; the task was cancelled while it waited.
        Actual: no calls
        """
      ]
    )
    sleeper.cancel()
  }

  @Test func `too many calls are reported`() async {
    let refresh = spy.wrap { _ in }
    for number in 1...3 { refresh(number) }

    let reported = await issues {
      await spy.expectCalls(count: 2, within: .seconds(1), of: clock)
    }

    #expect(reported.count == 1)
    #expect(reported[0].message.hasPrefix("refresh was called 3 times instead of exactly 2 times."))
  }

  @Test func `a clock without sleepers is reported`() async {
    let clock = TestClock(patience: .milliseconds(1))

    let reported = await issues {
      await spy.expectCalls(count: 1, within: .seconds(1), of: clock)
    }

    #expect(
      reported.map { $0.messageIfIdle(for: .milliseconds(1)) } == [
        """
        refresh was not called exactly once; at 0.0 seconds, the clock waited 0.001 seconds, in which the process was idle, for \
        tasks \
        to sleep, but no task sleeps. Pass as `sleepers:` the number of tasks that sleep on the clock \
        whenever the code under test waits.
        Actual: no calls
        """
      ]
    )
  }

  @Test func `cancelling the expectation before the time limit is reported`() async {
    let reported = await issues {
      let task = Task { await spy.expectCalls(count: 1, within: .seconds(1), of: clock) }
      task.cancel()
      await task.value
    }

    #expect(
      reported.map(\.message) == [
        """
        refresh was not called exactly once; the task was cancelled while it waited.
        Actual: no calls
        """
      ]
    )
  }

  @Test func `invalid expectations with a time limit are reported`() async {
    let reported = await issues {
      await spy.expectCalls(count: .atMost(2), within: .seconds(1), of: clock)
      await spy.expectCalls(count: -2, within: .seconds(1), of: clock)
      await spy.expectCalls(count: 1, within: .seconds(-1), of: clock)
      await spy.expectCalls(count: 1, within: .seconds(1), of: clock, sleepers: 0)
    }

    #expect(
      reported.map(\.message) == [
        """
        The expectation "at most 2 times" holds before time moves, so expectCalls(count:within:of:) \
        cannot check it. Advance the clock first, and then call expectCalls(count:) without `within:`.
        """,
        """
        The expected count "exactly -2 times" is negative, so it was not checked. Expect 0 times or \
        more.
        """,
        "expectCalls cannot advance the clock by -1.0 seconds. Pass zero or more as `within:`.",
        "expectCalls cannot wait for 0 sleepers. Pass 1 or more as `sleepers:`, or omit it.",
      ]
    )
  }

  @Test(.timeLimit(.minutes(5)))
  func `sleeps do not end while calls are expected on a slow process`() async {
    let clock = TestClock(patience: .milliseconds(100))
    let spy = Spy<Void>("refresh", clock: clock)
    let refresh = spy.wrap {}
    let long = Task { try await clock.sleep(for: .seconds(100)) }
    let slow = Task {
      for _ in 1...6 {
        try await clock.sleep(for: .seconds(1))
        try await Task.sleep(for: .milliseconds(50))
        refresh()
      }
    }

    await spy.expectCalls(count: 6, within: .seconds(60), of: clock, sleepers: 2)

    await clock.advance(by: .seconds(100))
    #expect(await (try? long.value) != nil)
    _ = await slow.result
  }
}
