@testable import DependenceSimulation
import Dependence
import DependenceTesting
import TestKeys
import Testing

struct ExploreTests {
  private static let concurrencies = [1, 4]

  @Test(arguments: Race.all, concurrencies)
  func `a race is found within ten schedules and reported once`(
    race: Race,
    concurrency: Int
  ) async throws {
    let reported = try await issues(from: {
      let result = try await explore(schedules: 10, concurrency: concurrency) { _ in
        if await !race.racy() { reportIssue("It went wrong.") }
      }
      #expect(result.failure != nil)
      #expect(!result.isComplete)
    })

    #expect(reported.count == 1)
    #expect(
      reported.first?.message.hasPrefix(
        "It went wrong.\nReplay this schedule (order of tasks) with "
      ) == true
    )
  }

  @Test(arguments: Race.all, concurrencies)
  func `the fixed version of a race fails in no schedule`(
    race: Race,
    concurrency: Int
  ) async throws {
    let result = try await explore(.exhaustive(limit: 10_000), concurrency: concurrency) { _ in
      #expect(await race.fixed())
    }

    #expect(result.isComplete)
    #expect(result.failure == nil)
  }

  @Test(arguments: Race.all)
  func `an exhaustive search finds a race`(race: Race) async throws {
    let reported = try await issues(from: {
      _ = try await explore(.exhaustive(limit: 10_000)) { _ in
        if await !race.racy() { reportIssue("It went wrong.") }
      }
    })

    #expect(reported.count == 1)
  }

  @Test func `a rare order of three tasks is found within two thousand schedules`() async throws {
    let reported = try await issues(from: {
      _ = try await explore(schedules: 2_000) { _ in
        if await !Race.rareOrder() { reportIssue("The rare order.") }
      }
    })

    #expect(reported.count == 1)
  }

  @Test func `seeds that produce the same schedule are counted once`() async throws {
    let result = try await explore(schedules: 50) { _ in
      async let other: Void = Task.yield()
      await other
    }

    #expect(result.schedules == 50)
    #expect((1..<10).contains(result.distinctSchedules))
  }

  @Test func `the failing schedule does not depend on the number of workers`() async throws {
    let tokens = Lock<[ReplayToken?]>([])
    for concurrency in [1, 2, 8] {
      _ = try await issues(from: {
        let result = try await explore(schedules: 100, concurrency: concurrency) { _ in
          if await !Race.all[0].racy() { reportIssue("It went wrong.") }
        }
        tokens.withLock { $0.append(result.failure) }
      })
    }

    let found = tokens.withLock { $0 }
    #expect(found.count == 3)
    #expect(Set(found).count == 1)
  }

  @Test func `the token of a failure replays it every time`() async throws {
    let token = Lock<ReplayToken?>(nil)
    _ = try await issues(from: {
      let result = try await explore(schedules: 100) { _ in
        if await !Race.all[0].racy() { reportIssue("It went wrong.") }
      }
      token.withLock { $0 = result.failure }
    })
    let found = try #require(token.withLock { $0 })

    for _ in 1...20 {
      let isRight = try await simulate(.replay(found)) { _ in await Race.all[0].racy() }
      #expect(!isRight)
    }
  }
}
