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
  func `advance returns exactly when everything due has run`(
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

  @Test func `every clock of a simulation shows one time`() async throws {
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

  @Test func `a clock that is made in the middle begins there`() async throws {
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

  @Test func `a clock from outside goes on where it was, and stays where the simulation ended`()
    async throws
  {
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
  func `run wakes everybody`(time: SimulationOption.Time) async throws {
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
  func `time moves while an operation runs`(time: SimulationOption.Time) async throws {
    try await simulate(seed: 3, .time(time)) { _ in
      let clock = TestClock()

      try await clock.run { for _ in 1...3 { try await clock.sleep(for: .seconds(1)) } }

      #expect(clock.now.offset == .seconds(3))
    }
  }

  @Test func `a wait for sleepers that never come is an issue at once`() async throws {
    let reported = try await issues(from: {
      try await simulate(.fifo, .time(.manual)) { _ in
        let clock = TestClock(patience: .seconds(3_600))
        await clock.waitForSleepers(atLeast: 1)
      }
    })

    #expect(reported.count == 1)
    #expect(reported.first?.message.contains("for 1 task to sleep, but no task sleeps") == true)
  }

  @Test func `calls are waited for in virtual time`() async throws {
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
}
