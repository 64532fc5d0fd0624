import Dependence
import DependenceSimulation
import TestKeys
import Testing

/// Tests of time that may advance while code runs.
struct AnytimeTests {
  /// Returns the winner of a race between work of three turns and a timeout.
  @concurrent private static func race() async -> String {
    await withTaskGroup(of: String.self) { group in
      group.addTask {
        for _ in 0..<2 { await Task.yield() }
        return "work"
      }
      group.addTask {
        try? await Task.sleep(for: .seconds(5))
        return "timeout"
      }
      let first = await group.next() ?? ""
      group.cancelAll()
      return first
    }
  }

  private func winners(
    _ exploration: Exploration,
    _ option: SimulationOption = .stepLimit(10_000)
  ) async throws -> Set<String> {
    let seen = Lock<Set<String>>([])
    try await explore(exploration, option) { _ in
      let winner = await Self.race()
      seen.withLock { _ = $0.insert(winner) }
    }
    return seen.withLock { $0 }
  }

  @Test func `a timeout wins in some schedule of an exhaustive search`() async throws {
    #expect(try await winners(.exhaustive()) == ["work", "timeout"])
    #expect(try await winners(.exhaustive(pruning: .none)) == ["work", "timeout"])
    #expect(try await winners(.random(200), .time(.anytime)) == ["work", "timeout"])
  }

  @Test func `a timeout never wins if time advances only when no task can run`() async throws {
    #expect(try await winners(.exhaustive(), .time(.whenIdle)) == ["work"])
    #expect(try await winners(.random(200)) == ["work"])
  }

  @Test func `timers fire in order of their deadlines`() async throws {
    let seen = Lock<Set<[Int]>>([])
    let result = try await explore(.exhaustive()) { simulation in
      async let late: Void = {
        try? await Task.sleep(for: .seconds(2))
        #expect(simulation.now >= .seconds(2))
      }()
      try? await Task.sleep(for: .seconds(1))
      let now = Int(simulation.now.components.seconds)
      seen.withLock { _ = $0.insert([now]) }
      await late
    }

    #expect(result.isComplete)
    // Virtual time may advance again after this sleep ends and before this task continues. It may
    // then be later than 2 seconds, because the other sleep may begin later than this one.
    #expect(seen.withLock { $0 }.isSuperset(of: [[1], [2]]))
    #expect(seen.withLock { $0 }.allSatisfy { $0[0] >= 1 })
  }

  @Test func `a cancelled sleep does not advance the time`() async throws {
    let now = try await simulate { simulation in
      let sleeper = Task { try? await Task.sleep(for: .seconds(1)) }
      await Task.yield()
      sleeper.cancel()
      await sleeper.value
      try await Task.sleep(for: .seconds(9))
      return simulation.now
    }

    #expect(now == .seconds(9))
  }

  @Test func `the token of a schedule in which a timeout wins replays it`() async throws {
    let token = Lock<ReplayToken?>(nil)
    _ = try await issues(from: {
      let result = try await explore(.exhaustive()) { _ in
        if await Self.race() == "timeout" { reportIssue("Too late.") }
      }
      token.withLock { $0 = result.failure }
    })
    let found = try #require(token.withLock { $0 })

    let winner = try await simulate(.replay(try ReplayToken("\(found)"))) { _ in await Self.race() }

    #expect(winner == "timeout")
  }
}
