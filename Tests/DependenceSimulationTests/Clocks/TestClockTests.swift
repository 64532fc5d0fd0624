import Dependence
import DependenceHarness
import DependenceSimulation
import TestKeys
import Testing

struct TestClockTests {
  private actor Ticks {
    private(set) var count = 0

    func tick() { count += 1 }
  }

  private static let times: [SimulationOption.Time] = [.automatic, .manual]

  @Test(arguments: 0..<50 as Range<UInt64>, times)
  func `advance returns once all work that is due has run`(
    seed: UInt64,
    time: SimulationOption.Time
  ) async throws {
    let count = try await simulate(seed: seed, .time(time), .mainActor(.virtual)) { _ in
      let clock = TestClock()
      let ticks = Ticks()
      let loop = Task {
        while true {
          try await clock.sleep(for: .seconds(1))
          await Task { await Task.yield() }.value
          await MainActor.run {}
          await ticks.tick()
        }
      }
      await clock.advance(by: .seconds(10))
      loop.cancel()
      try? await loop.value
      return await ticks.count
    }

    #expect(count == 10)
  }

  @Test func `all clocks in a simulation show the same time`() async throws {
    try await simulate(seed: 7) { simulation in
      let clock = TestClock()
      let start = ContinuousClock.now
      let suspendingStart = SuspendingClock.now
      async let slept: Void = clock.sleep(for: .seconds(3))

      try await Task.sleep(for: .seconds(1))
      #expect(clock.now.offset == .seconds(1))

      try await slept
      await simulation.clock.advance(by: .seconds(2))
      #expect(simulation.now == .seconds(5))
      #expect(clock.now.offset == .seconds(5))
      #expect(simulation.clock.now.offset == .seconds(5))
      #expect(ContinuousClock.now - start == .seconds(5))
      #expect(SuspendingClock.now - suspendingStart == .seconds(5))
    }
  }

  @Test func `a clock created during a simulation starts at zero`() async throws {
    try await simulate { simulation in
      try await Task.sleep(for: .seconds(4))
      let clock = TestClock()
      #expect(clock.now.offset == .zero)

      try await clock.sleep(for: .seconds(2))

      #expect(clock.now.offset == .seconds(2))
      #expect(simulation.now == .seconds(6))
      #expect(simulation.clock.now.offset == .seconds(6))
    }
  }

  @Test func `a clock created outside keeps its time across simulations`() async throws {
    let clock = TestClock()
    await clock.advance(by: .seconds(1), sleepers: 0)

    for _ in 1...2 {
      try await simulate { _ in try await clock.sleep(for: .seconds(2)) }
    }

    #expect(clock.now.offset == .seconds(5))
    await clock.advance(by: .seconds(1), sleepers: 0)
    #expect(clock.now.offset == .seconds(6))
  }

  @Test(arguments: times)
  func `run wakes every sleeper`(time: SimulationOption.Time) async throws {
    try await simulate(seed: 3, .time(time)) { simulation in
      let clock = TestClock()
      async let first: Void = clock.sleep(for: .seconds(1))
      async let second: Void = clock.sleep(for: .seconds(5))
      await simulation.settle()

      await clock.run()

      #expect(simulation.now == .seconds(5))
      try await first
      try await second
    }
  }

  @Test(arguments: times)
  func `run advances time while its operation sleeps`(time: SimulationOption.Time) async throws {
    try await simulate(seed: 3, .time(time)) { _ in
      let clock = TestClock()

      try await clock.run { for _ in 1...3 { try await clock.sleep(for: .seconds(1)) } }

      #expect(clock.now.offset == .seconds(3))
    }
  }

  @Test func `waiting for sleepers that cannot appear is reported immediately`() async throws {
    let reported = try await issues(from: {
      try await simulate(.fifo, .time(.manual)) { _ in
        let clock = TestClock(patience: .seconds(3_600))
        await clock.waitForSleepers(atLeast: 1)
      }
    })

    #expect(reported.count == 1)
    #expect(
      reported.first?.message.contains(
        "waited for 1 task to sleep until no other task could run, but no task sleeps"
      ) == true
    )
  }

  @Test func `waiting for calls that cannot begin is reported immediately`() async throws {
    let reported = try await issues(from: {
      try await simulate(.fifo, .time(.manual)) { _ in
        let spy = Spy<Void>("API.poll")
        _ = spy.wrap {}
        await spy.waitForCalls(to: .begin, patience: .seconds(3_600))
      }
    })

    #expect(reported.count == 1)
    #expect(
      reported.first?.message.contains(
        "was not called at least once; waitForCalls stopped waiting when no other task could run."
      ) == true
    )
  }

  @Test func `expectCalls waits in virtual time`() async throws {
    try await simulate(seed: 1) { _ in
      let clock = TestClock()
      let spy = Spy<String, Void>("search")
      let search = spy.wrap { (_: String) async in }
      let typing = Task {
        try await clock.sleep(for: .milliseconds(300))
        await search("a")
      }

      await spy.expectCalls(count: 1, within: .seconds(1), of: clock)

      #expect(clock.now.offset == .milliseconds(300))
      try await typing.value
    }
  }

  @Test func `expectCalls advances time although a task that slept before has ended`() async throws
  {
    try await simulate(seed: 1, .time(.manual)) { _ in
      let clock = TestClock()
      let spy = Spy<Int, Void>("refresh")
      let refresh: @Sendable (Int) -> Void = spy.wrap { _ in }
      let splash = Task { try await clock.sleep(for: .milliseconds(500)) }
      let ticking = Task {
        for number in 1... {
          try await clock.sleep(for: .seconds(1))
          refresh(number)
        }
      }
      await clock.waitForSleepers(atLeast: 2)

      await spy.expectCalls(count: 3, within: .seconds(60), of: clock)

      #expect(spy.calls.map(\.arguments) == [1, 2, 3])
      ticking.cancel()
      _ = await (ticking.result, splash.result)
    }
  }
}
