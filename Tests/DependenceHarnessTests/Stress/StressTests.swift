import Dependence
@testable import DependenceHarness
import TestKeys
import Testing

private struct Failure: Error {}

private let lazyToken = Lazy { Token() }

/// Tests of `stress`. They have a time limit because a bug could make them hang.
@Suite(.timeLimit(.minutes(5)))
struct StressTests {
  private let seen = Lock<[Int]>([])

  private func note(_ number: Int) {
    seen.withLock { $0.append(number) }
  }

  // MARK: - Iterations

  @Test func `every iteration runs once`() async throws {
    try await stress(iterations: 50) { note($0.number) }

    #expect(seen.withLock { $0 }.sorted() == Array(1...50))
  }

  @Test func `iterations overlap up to the given concurrency`() async throws {
    // Four iterations run at the same time. Each one waits for the other three, so the test would
    // hang if the iterations ran one after another.
    let gates = (0..<6).map { _ in StartingGate(for: 4) }
    let running = Counter()

    try await stress(iterations: 24, concurrency: 4) { iteration in
      #expect(running.add(1) <= 4)
      await gates[(iteration.number - 1) / 4].arrive()
      running.add(-1)
      note(iteration.number)
    }

    #expect(seen.withLock { $0 }.count == 24)
  }

  @Test func `with a concurrency of 1, iterations run in order`() async throws {
    try await stress(iterations: 5, concurrency: 1) { note($0.number) }

    #expect(seen.withLock { $0 } == [1, 2, 3, 4, 5])
  }

  @Test func `runs with the same seed draw the same random numbers`() async throws {
    let drawn = Lock<[Set<UInt64>]>([])
    for _ in 0..<2 {
      let numbers = Lock<Set<UInt64>>([])
      try await stress(iterations: 20, seed: 42) { iteration in
        var random = iteration.random
        let number = random.next()
        _ = numbers.withLock { $0.insert(number) }
        #expect(iteration.seed == 42)
      }
      drawn.withLock { $0.append(numbers.withLock { $0 }) }
    }

    let both = drawn.withLock { $0 }
    #expect(both[0] == both[1])
    #expect(both[0].count == 20)
  }

  @Test func `StressIteration.current is the iteration of the current task`() async throws {
    #expect(StressIteration.current == nil)
    try await stress(iterations: 10) { iteration in
      #expect(StressIteration.current?.number == iteration.number)
      let inTask = await Task { StressIteration.current?.number }.value
      #expect(inTask == iteration.number)
    }
  }

  @Test @MainActor func `the body can run on an actor`() async throws {
    var count = 0
    let body: @MainActor @Sendable (StressIteration) async -> Void = { _ in
      count += 1
      await Task.yield()
      count += 1
    }

    try await stress(iterations: 20) { await body($0) }

    #expect(count == 40)
  }

  // MARK: - Dependencies

  @Test func `iterations share overrides, but compute their own defaults`() async throws {
    let shared = Token()
    let defaults = Lock<[Token]>([])
    let lazies = Lock<[Token]>([])

    try await withDependencies {
      $0[OtherTokenKey.self] = shared
    } operation: {
      try await stress(iterations: 40) { _ in
        let token = DependencyValues.current.token
        defaults.withLock { $0.append(token) }
        let lazy = lazyToken()
        lazies.withLock { $0.append(lazy) }
        let scope = captureDependencies()
        let elsewhere = await Task.detached {
          scope.run { DependencyValues.current.token }
        }.value
        #expect(elsewhere === token)
        #expect(DependencyValues.current[OtherTokenKey.self] === shared)
      }
    }

    #expect(Set(defaults.withLock { $0 }.map(ObjectIdentifier.init)).count == 40)
    #expect(Set(lazies.withLock { $0 }.map(ObjectIdentifier.init)).count == 40)
  }

  @Test func `values prepared in an iteration do not affect other iterations`() async throws {
    try await stress(iterations: 20) { iteration in
      prepareDependencies { $0.number = iteration.number }
      #expect(DependencyValues.current.number == iteration.number)
    }

    #expect(DependencyValues.current.number == 3)
  }

  // MARK: - Failures

  @Test func `a reported issue includes its iteration and the seed`() async throws {
    let reported = try await issues {
      try await stress(iterations: 30, seed: 42) { iteration in
        if iteration.number == 17 { reportIssue("boom") }
      }
    }

    #expect(
      reported.map(\.message) == [
        "boom (in iteration 17 of 30, seed 42: repeat it with stress(iterations: 30, seed: 42))"
      ]
    )
  }

  @Test func `an issue from a detached task includes its iteration and the seed`() async throws {
    let reported = try await issues {
      try await stress(iterations: 3, seed: 42) { iteration in
        let scope = captureDependencies()
        await Task.detached { scope.run { reportIssue("\(iteration.number)") } }.value
      }
    }

    #expect(
      reported.map(\.message).sorted()
        == (1...3).map {
          "\($0) (in iteration \($0) of 3, seed 42: repeat it with stress(iterations: 3, seed: 42))"
        }
    )
  }

  @Test
  func `an error in an iteration is reported, and the other iterations still run`() async throws {
    let line = #line + 2
    let reported = try await issues {
      try await stress(iterations: 30, concurrency: 2, seed: 42) { iteration in
        note(iteration.number)
        if iteration.number == 2 { throw Failure() }
      }
    }

    #expect(
      reported.map(\.message) == [
        """
        An iteration of stress threw Failure() (in iteration 2 of 30, seed 42: repeat it with \
        stress(iterations: 30, concurrency: 2, seed: 42))
        """
      ]
    )
    #expect(reported.first?.site.line == line)
    #expect(seen.withLock { $0 }.count == 30)
  }

  @Test func `no more iterations start after ten have thrown`() async throws {
    let reported = try await issues {
      try await stress(iterations: 50, concurrency: 4, seed: 42) { iteration in
        note(iteration.number)
        throw Failure()
      }
    }

    #expect(seen.withLock { $0 }.count == 12)
    #expect(reported.count == 2)
    #expect(reported.first?.message.contains("in 12 of 50 iterations") == true)
    #expect(
      reported.last?.message == """
        stress stopped after 12 iterations had thrown errors. It did not run 38 of 50 iterations \
        (seed 42: repeat it with stress(iterations: 50, concurrency: 4, seed: 42))
        """
    )
  }

  @Test func `stress stops after exactly ten errors, but not after nine`() async throws {
    let stopped = try await issues {
      try await stress(iterations: 11, concurrency: 5, seed: 42) { iteration in
        note(iteration.number)
        throw Failure()
      }
    }
    #expect(seen.withLock { $0 }.count == 10)
    #expect(stopped.count == 2)
    #expect(stopped.first?.message.contains("in 10 of 11 iterations") == true)

    let runToTheEnd = try await issues {
      try await stress(iterations: 12, concurrency: 3, seed: 42) { iteration in
        note(iteration.number)
        if iteration.number <= 9 { throw Failure() }
      }
    }
    #expect(seen.withLock { $0 }.count == 10 + 12)
    #expect(runToTheEnd.count == 1)
    #expect(runToTheEnd.first?.message.contains("in 9 of 12 iterations") == true)
  }

  @Test func `a tenth error in the last wave is not reported as an early stop`() async throws {
    let reported = try await issues {
      try await stress(iterations: 10, concurrency: 5) { _ in throw Failure() }
    }

    #expect(reported.count == 1)
    #expect(reported.first?.message.contains("in 10 of 10 iterations") == true)
  }

  @Test func `a task that still sleeps is reported for its iteration`() async throws {
    let clock = TestClock()
    let reported = try await issues {
      try await stress(iterations: 4, concurrency: 4, seed: 42) { iteration in
        if iteration.number == 3 { _ = Task { try await clock.sleep(for: .seconds(1)) } }
        await clock.waitForSleepers()
        // No iteration may end before all iterations have seen the sleeping task.
        await allSaw.arrive()
      }
    }

    #expect(reported.count == 1)
    #expect(reported.first?.message.hasPrefix("The test ended while 1 task slept") == true)
    #expect(reported.first?.message.contains("(in iteration 3 of 4, seed 42") == true)
  }

  private let allSaw = StartingGate(for: 4)

  @Test
  func `a read after the end of its iteration is reported with that iteration`() async throws {
    let escaped = Lock<CapturedDependencies?>(nil)
    let owner = RecordingOwner()
    try await Frame.bind(RootFrame(DependencyRoot(owner: owner))) {
      try await stress(iterations: 3, seed: 42) { iteration in
        let scope = captureDependencies()
        if iteration.number == 2 { escaped.withLock { $0 = scope } }
      }
    }

    escaped.withLock { $0 }?.run { _ = DependencyValues.current.number }

    #expect(
      owner.issues.map(\.message) == [
        """
        TestKeys.NumberKey was read in the scope of iteration 2 of 3 of the test "pays()", which has \
        ended. Await the work that reads it, or cancel and await it, before that run ends. (in \
        iteration 2 of 3, seed 42: repeat it with stress(iterations: 3, seed: 42))
        """
      ]
    )
  }

  @Test func `an issue in a nested stress run includes both iterations`() async throws {
    let reported = try await issues {
      try await stress(iterations: 2, seed: 1) { outer in
        try await stress(iterations: 2, seed: 2) { inner in
          if outer.number == 2, inner.number == 1 { reportIssue("boom") }
        }
      }
    }

    #expect(
      reported.map(\.message) == [
        """
        boom (in iteration 1 of 2, seed 2: repeat it with stress(iterations: 2, seed: 2)) (in \
        iteration 2 of 2, seed 1: repeat it with stress(iterations: 2, seed: 1))
        """
      ]
    )
  }

  // MARK: - Invalid arguments

  @Test(arguments: [(0, nil, "0 iterations,"), (1, 0, "0 iterations at"), (1, 2_000, "2000")])
  func `invalid arguments are reported once, and no iteration runs`(
    iterations: Int,
    concurrency: Int?,
    words: String
  ) async throws {
    let line = #line + 2
    let reported = try await issues {
      try await stress(iterations: iterations, concurrency: concurrency) { note($0.number) }
    }

    #expect(reported.count == 1)
    #expect(reported.first?.message.hasPrefix("stress cannot run \(words)") == true)
    #expect(reported.first?.site.line == line)
    #expect(seen.withLock { $0 } == [])
  }
}

private enum OtherTokenKey: DependencyKey {
  static var liveValue: Token { Token() }
  static var testValue: Token { Token() }
}
