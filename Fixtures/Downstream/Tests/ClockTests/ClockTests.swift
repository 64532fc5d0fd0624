import Dependence
import DependenceTesting
import Testing

/// An actor that counts seconds. Each second is counted in a child task.
actor Ticker {
  private(set) var ticks = 0
  @Dependency(\.continuousClock) private var clock

  func run() async throws {
    while true {
      try await clock.sleep(for: .seconds(1))
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await self.tick() }
      }
    }
  }

  private func tick() { ticks += 1 }
}

/// A token that is valid for an hour. It reads the time of a clock, but never sleeps.
struct Token {
  private let clock: TestClock
  private let issued: TestClock.Instant

  init(_ clock: TestClock) { (self.clock, issued) = (clock, clock.now) }

  var isValid: Bool { issued.duration(to: clock.now) < .seconds(3_600) }
}

struct ClockTests {
  private let clock = TestClock(patience: .milliseconds(500))

  @Test func neverAdvanced() async throws {
    try await clock.sleep(for: .seconds(5))
  }

  @Test func neverAdvancedInATask() async {
    let clock = clock
    let task = Task { try await clock.sleep(for: .seconds(7)) }
    _ = await task.result
  }

  @Test(.dependencies)
  func neverAdvancedBehindAProtocol() async throws {
    try await withDependencies {
      $0.continuousClock = clock
    } operation: {
      @Dependency(\.continuousClock) var clock
      try await clock.sleep(for: .seconds(9))
    }
  }

  @Test func operationThatNeitherSleepsNorEnds() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { [clock] in await clock.run { for await _ in stream { break } } }
      // Wait until the clock has reported that the operation does not sleep. Then end the
      // operation, so that the test can end.
      try? await Task.sleep(for: .seconds(6))
      continuation.finish()
    }
  }

  @Test func expiry() async {
    let token = Token(clock)
    #expect(token.isValid)
    await clock.advance(by: .seconds(3_599))
    #expect(token.isValid)
    await clock.advance(by: .seconds(1))
    #expect(!token.isValid)
  }

  @Test(arguments: 1...20)
  func justStarted(_: Int) async throws {
    let clock = clock
    let task = Task { try await clock.sleep(for: .seconds(5)) }
    await clock.advance(by: .seconds(5))
    try await task.value
  }

  @Test(.dependencies, arguments: [nil, 1])
  func tenTicks(sleepers: Int?) async {
    let clock = clock
    await withDependencies {
      $0.continuousClock = clock
    } operation: {
      let ticker = Ticker()
      let task = Task { try await ticker.run() }
      await clock.advance(by: .seconds(10), sleepers: sleepers)
      #expect(await ticker.ticks == 10)
      task.cancel()
      _ = await task.result
    }
  }

  @Test func differentDeadlines() async throws {
    let clock = clock
    let tasks = [1, 2, 3].map { second in
      Task { try await clock.sleep(for: .seconds(second)) }
    }
    await clock.waitForSleepers(atLeast: 3)
    await clock.advance(by: .seconds(3))
    for task in tasks { try await task.value }
  }
}
