import Dependence
import DependenceTesting
import Testing

struct ClockExampleTests {
  @Test func `a sleep ends when the clock is advanced`() async throws {
    let clock = TestClock()
    async let value: Void = clock.sleep(for: .seconds(1))
    await clock.advance(by: .seconds(1))
    try await value
  }

  @Test func `a timer ticks once per interval`() async {
    let clock = TestClock()
    let refreshes = Counter()
    let task = Task {
      @Sendable func refresh() async { await refreshes.increment() }
      for await _ in clock.timer(interval: .seconds(1)) {
        await refresh()
      }
    }

    await clock.advance(by: .seconds(10), sleepers: 1)

    #expect(await refreshes.count == 10)
    task.cancel()
  }

  @Test func `virtual time advances while an operation runs`() async throws {
    let clock = TestClock()
    let importer = Importer(clock: clock)
    let report = try await clock.run { try await importer.run() }

    #expect(report == "3 rows")
  }

  @Test func `an operation that ends before its timeout returns its value`() async throws {
    let clock = ImmediateClock()
    @Sendable func fetchGreeting() async throws -> String { "hello" }
    let greeting = try await clock.timeout(after: .seconds(5)) { try await fetchGreeting() }

    #expect(greeting == "hello")
  }

  @Test(.dependencies)
  func `sleeps on an immediate clock end immediately`() async throws {
    try await withDependencies {
      $0.continuousClock = ImmediateClock()
    } operation: {
      try await poll()
    }
  }

  @Test(.dependencies { $0.continuousClock = ImmediateClock() })
  func `a type-erased clock measures the elapsed time`() async throws {
    @Dependency(\.continuousClock) var continuousClock
    func work() async { try? await continuousClock.sleep(for: .seconds(2)) }

    let clock = AnyClock(continuousClock)
    let start = clock.now
    await work()
    let elapsed = start.duration(to: clock.now)

    #expect(elapsed == .seconds(2))
  }
}

private func poll() async throws {
  @Dependency(\.continuousClock) var clock
  for _ in 0..<3 { try await clock.sleep(for: .seconds(60)) }
}

private actor Counter {
  private(set) var count = 0
  func increment() { count += 1 }
}

private struct Importer {
  let clock: TestClock

  func run() async throws -> String {
    for _ in 0..<3 { try await clock.sleep(for: .seconds(1)) }
    return "3 rows"
  }
}
