import Dependence
import DependenceHarness
import TestKeys
import Testing

struct TestClockTests {
  private let clock = TestClock()
  private let log = Log()

  @Test func `a sleep lasts until time is advanced to its deadline`() async throws {
    async let value: Void = clock.sleep(for: .seconds(1))

    await clock.advance(by: .seconds(1))

    try await value
    #expect(clock.now == .init(offset: .seconds(1)))
  }

  @Test func `a clock can start at any instant`() async throws {
    let clock = TestClock(now: .init(offset: .seconds(-3)))
    let task = Task { try await clock.sleep(until: .init(offset: .seconds(1))) }

    await clock.advance(by: .seconds(4), sleepers: 0)

    try await task.value
    #expect(clock.now == .init(offset: .seconds(1)))
    try await clock.sleep(until: .init(offset: .seconds(1)))
  }

  @Test func `a sleep until the current instant or earlier returns immediately`() async throws {
    await clock.advance(by: .seconds(5), sleepers: 0)

    try await clock.sleep(until: .init(offset: .seconds(5)))
    try await clock.sleep(until: .init(offset: .seconds(4)))
    try await clock.sleep(for: .zero)
  }

  @Test func `a sleeper does not wake before its deadline`() async throws {
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers()

    await clock.advance(by: .milliseconds(999), sleepers: 1)

    #expect(clock.sleepers.count == 1)
    await clock.advance(by: .milliseconds(1))
    try await task.value
  }

  @Test func `sleepers wake one after the other in the order of their deadlines`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seconds in [3, 1, 2] {
        group.addTask {
          try await clock.sleep(for: .seconds(seconds))
          log.append("\(clock.now)")
        }
      }
      await clock.waitForSleepers(atLeast: 3)
      for second in 1...3 {
        await clock.advance(by: .seconds(1))
        try await group.next()
        #expect(log.entries.count == second)
      }
    }

    #expect(log.entries == ["1.0 seconds", "2.0 seconds", "3.0 seconds"])
  }

  @Test func `time can be advanced to an instant`() async throws {
    async let value: Void = clock.sleep(until: .init(offset: .seconds(3)))

    await clock.advance(to: .init(offset: .seconds(3)))

    try await value
  }

  @Test func `a cancelled sleeper is gone at once`() async {
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers()

    task.cancel()

    #expect(clock.sleepers.isEmpty)
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `a cancelled task does not fall asleep`() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(until: .init(offset: .seconds(-1)))
    }

    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test
  func `a sleeper has the source location, task name and deadline of its sleep`() async throws {
    let site = SourceSite()
    let task = Task(name: "poll") { try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers()

    let sleeper = try #require(clock.sleepers.first)
    #expect(sleeper.deadline == .init(offset: .seconds(1)))
    #expect(sleeper.site?.line == site.line + 1)
    #expect(sleeper.taskName == "poll")
    #expect("\(sleeper)" == "the task \"poll\" at \(sleeper.site!) until 1.0 seconds")

    task.cancel()
  }

  @Test func `a test clock can override the continuousClock dependency`() async throws {
    let continuousClock = clock
    try await withDependencies {
      $0.continuousClock = continuousClock
    } operation: {
      @Dependency(\.continuousClock) var injected
      async let value: Void = injected.sleep(for: .seconds(1))
      await clock.advance(by: .seconds(1))
      try await value
    }
  }

  @Test func `advancing by zero is not reported and does not move time`() async {
    let found = await issues {
      await clock.advance(by: .zero, sleepers: 0)
      await clock.advance(to: .init(), sleepers: 0)
    }

    #expect(found.isEmpty)
    #expect(clock.now == .init())
  }

  @Test func `concurrent calls advance time one after the other and skip no deadline`() async {
    let ticks = Log()
    let task = Task {
      for await _ in clock.timer(interval: .seconds(1)) { ticks.append("\(clock.now)") }
    }

    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { await clock.advance(by: .seconds(5), sleepers: 1) } }
    }

    #expect(clock.now == .init(offset: .seconds(20)))
    #expect(ticks.entries == (1...20).map { "\($0).0 seconds" })
    task.cancel()
  }

  @Test func `a cancelled call does not keep later calls from advancing time`() async {
    let task = Task { for await _ in clock.timer(interval: .seconds(1)) {} }

    await withTaskGroup(of: Void.self) { group in
      for number in 0..<9 {
        group.addTask {
          await Task {
            if number % 3 == 1 { withUnsafeCurrentTask { $0?.cancel() } }
            await clock.advance(by: .seconds(5), sleepers: 1)
          }.value
        }
      }
    }
    await clock.advance(by: .seconds(1), sleepers: 1)

    #expect(clock.now >= .init(offset: .seconds(31)))
    task.cancel()
  }

  @Test func `a task that a call wakes can advance time during the call`() async {
    let task = Task {
      try await clock.sleep(for: .seconds(1))
      await clock.advance(by: .seconds(2), sleepers: 0)
      log.append("\(clock.now)")
      try await clock.sleep(for: .seconds(9))
    }

    await clock.advance(by: .seconds(4), sleepers: 1)

    #expect(log.entries == ["3.0 seconds"])
    #expect(clock.now == .init(offset: .seconds(4)))
    task.cancel()
  }

  @Test(arguments: [nil, 0, 1])
  func `advancing in a cancelled task moves time to the target`(sleepers: Int?) async {
    let found = await issues {
      await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await clock.advance(by: .seconds(1), sleepers: sleepers)
      }.value
    }

    #expect(found.isEmpty)
    #expect(clock.now == .init(offset: .seconds(1)))
  }

  @Test func `a cancelled call wakes a loop at each of its deadlines`() async {
    let task = Task {
      for await _ in clock.timer(interval: .seconds(1)) { log.append("\(clock.now)") }
    }
    await clock.waitForSleepers()

    let call = Task { await clock.advance(by: .seconds(5), sleepers: 1) }
    call.cancel()
    await call.value

    #expect(log.entries == (1...5).map { "\($0).0 seconds" })
    task.cancel()
  }

  // MARK: - Running

  @Test func `run wakes all sleepers`() async throws {
    async let first: Void = clock.sleep(for: .seconds(1))
    async let second: Void = clock.sleep(for: .seconds(60))
    await clock.waitForSleepers(atLeast: 2)

    await clock.run()

    _ = try await (first, second)
    #expect(clock.now == .init(offset: .seconds(60)))
  }

  @Test func `run advances time for an operation that sleeps 1,000 times`() async throws {
    let count = try await clock.run {
      for _ in 0..<1_000 { try await clock.sleep(for: .seconds(1)) }
      return 1_000
    }

    #expect(count == 1_000)
    #expect(clock.now == .init(offset: .seconds(1_000)))
  }

  @Test func `run advances time only when the given number of tasks sleep`() async throws {
    try await clock.run(sleepers: 2) {
      async let slow: Void = clock.sleep(for: .seconds(5))
      async let fast: Void = clock.sleep(for: .seconds(5))
      _ = try await (slow, fast)
    }

    #expect(clock.now == .init(offset: .seconds(5)))
  }

  @Test func `run reports no issue if it passes exactly maximumSteps deadlines`() async throws {
    let found = try await issues {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for second in 1...3 { group.addTask { try await clock.sleep(for: .seconds(second)) } }
        await clock.waitForSleepers(atLeast: 3)
        await clock.run(maximumSteps: 3)
        try await group.waitForAll()
      }
      try await clock.run(maximumSteps: 3) {
        for _ in 1...3 { try await clock.sleep(for: .seconds(1)) }
      }
    }

    #expect(found.isEmpty)
    #expect(clock.now == .init(offset: .seconds(6)))
  }

  @Test
  func `run stops and reports an issue at one deadline more than maximumSteps`() async throws {
    let found = await issues {
      await withTaskGroup(of: Void.self) { group in
        for second in 1...4 { group.addTask { try? await clock.sleep(for: .seconds(second)) } }
        await clock.waitForSleepers(atLeast: 4)
        await clock.run(maximumSteps: 3)
      }
    }
    #expect(found.count == 1)
    #expect(clock.now == .init(offset: .seconds(3)))

    let other = TestClock()
    let foundInOperation = await issues {
      await #expect(throws: CancellationError.self) {
        try await other.run(maximumSteps: 3) {
          for _ in 1...4 { try await other.sleep(for: .seconds(1)) }
        }
      }
    }
    #expect(foundInOperation.count == 1)
    #expect(other.now == .init(offset: .seconds(3)))
  }

  @Test func `run can be limited to a single deadline`() async throws {
    let found = try await issues {
      try await clock.run(maximumSteps: 1) { try await clock.sleep(for: .seconds(1)) }
      async let slept: Void = clock.sleep(for: .seconds(1))
      await clock.waitForSleepers()
      await clock.run(maximumSteps: 1)
      try await slept
    }

    #expect(found.isEmpty)
    #expect(clock.now == .init(offset: .seconds(2)))
  }

  @Test func `waiting for zero sleepers returns immediately`() async {
    await clock.waitForSleepers(atLeast: 0)

    #expect(clock.sleepers.isEmpty)
  }

  @Test func `run ends with its operation, even if another task still sleeps`() async throws {
    let loop = Task { while true { try await clock.sleep(for: .seconds(1)) } }
    await clock.waitForSleepers()

    let found = try await issues {
      try await clock.run { try await clock.sleep(for: .seconds(10)) }
    }

    #expect(found.isEmpty)
    loop.cancel()
  }

  @Test func `run rethrows the error of its operation`() async {
    await #expect(throws: TestFailure.self) {
      try await clock.run {
        try await clock.sleep(for: .seconds(1))
        throw TestFailure()
      }
    }
  }
}

struct TestFailure: Error {}

/// A list of events in the order in which they were appended.
final class Log: Sendable {
  private let lines = Lock<[String]>([])

  var entries: [String] { lines.withLock { $0 } }

  func append(_ line: String) {
    lines.withLock { $0.append(line) }
  }
}
