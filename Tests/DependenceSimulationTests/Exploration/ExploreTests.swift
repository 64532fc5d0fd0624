@testable import DependenceSimulation
import Dependence
import DependenceTesting
import Foundation
import TestKeys
import Testing

struct ExploreTests {
  private static let concurrencies = [1, 4]

  @Test(arguments: Race.all, concurrencies)
  func `a race is found within ten schedules, and reported once`(
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
    #expect(reported.first?.message.hasPrefix("It went wrong.\nin schedule ") == true)
  }

  @Test(arguments: Race.all, concurrencies)
  func `its fixed twin has no schedule that fails`(
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
  func `a race is found among all schedules`(race: Race) async throws {
    let reported = try await issues(from: {
      _ = try await explore(.exhaustive(limit: 10_000)) { _ in
        if await !race.racy() { reportIssue("It went wrong.") }
      }
    })

    #expect(reported.count == 1)
  }

  @Test func `one rare order of three tasks is found within two thousand schedules`() async throws {
    let reported = try await issues(from: {
      _ = try await explore(schedules: 2_000) { _ in
        if await !Race.rareOrder() { reportIssue("The rare order.") }
      }
    })

    #expect(reported.count == 1)
  }

  @Test func `the schedule that fails does not depend on the number of workers`() async throws {
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

  @Test func `a token replays what it was taken from`() async throws {
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

struct ExploreRootTests {
  @Dependency(\.text) private var text

  @Test func `every run computes its own defaults`() async throws {
    let defaults = Lock<Set<ObjectIdentifier>>([])
    let kept = Lock<[any AnyObject & Sendable]>([])

    try await explore(schedules: 5) { _ in
      @Dependency(TokenKey.self) var token
      defaults.withLock { _ = $0.insert(ObjectIdentifier(token)) }
      kept.withLock { $0.append(token) }
    }

    // One more to see that the same schedule gives the same run.
    #expect(defaults.withLock { $0.count } == 7)
  }

  @Test(.dependency(\.text, "overridden"))
  func `what the test overrides is overridden in every run`() async throws {
    try await explore(schedules: 5) { _ in #expect(text == "overridden") }
  }
}

struct ExploreFailureTests {
  private struct Failure: Error {}

  /// The messages of a search, without notes.
  private func messages(
    _ exploration: Exploration = .random(5),
    _ body: @escaping @Sendable @concurrent (Simulation) async throws -> Void
  ) async throws -> [String] {
    try await issues(from: { _ = try await explore(exploration, operation: body) })
      .map { String($0.message.prefix { $0 != "\n" }) }
  }

  @Test func `an error is an issue`() async throws {
    let found = try await messages { _ in throw Failure() }

    #expect(found == ["A schedule of explore threw Failure()"])
  }

  @Test func `a deadlock is an issue`() async throws {
    let found = try await messages { _ in
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }

    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("Deadlock after 0.0 seconds of virtual time") == true)
  }

  @Test func `a task that is left is an issue`() async throws {
    let found = try await messages { _ in
      _ = Task(name: "poll") { try await Task.sleep(for: .seconds(1)) }
    }

    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("The simulation ended while a task had not") == true)
  }

  @Test func `what outside code does is an issue, even if it is allowed`() async throws {
    let found = try await issues(from: {
      _ = try await explore(schedules: 3, .outsideWork(upTo: .seconds(60))) { _ in
        await withCheckedContinuation { continuation in
          Thread.detachNewThread { continuation.resume() }
        }
      }
    })

    #expect(found.count == 1)
    #expect(found.first?.message.contains("Code outside the simulation") == true)
  }

  @Test func `a clock that is left with a sleeper is an issue of the run`() async throws {
    let found = try await messages { _ in
      let clock = TestClock()
      _ = Task(name: "poll") { try await clock.sleep(for: .seconds(1)) }
      await Task.yield()
    }

    #expect(found.count >= 1)
  }

  @Test(arguments: [
    (Exploration.random(0), "explore cannot try 0 schedules, so nothing was run. Pass 1 or more."),
    (
      .exhaustive(limit: -1), "explore cannot try -1 schedules, so nothing was run. Pass 1 or more."
    ),
  ])
  func `a search of nothing is an issue`(exploration: Exploration, message: String) async throws {
    let found = try await messages(exploration) { _ in Issue.record("It ran.") }

    #expect(found == [message])
  }

  @Test(arguments: [0, 1_025])
  func `a concurrency has its limits`(concurrency: Int) async throws {
    let found = try await issues(from: {
      _ = try await explore(schedules: 1, concurrency: concurrency) { _ in Issue.record("It ran.") }
    })

    #expect(
      found.map(\.message) == [
        """
        explore cannot run \(concurrency) simulations at a time, so nothing was run. Pass a concurrency \
        from 1 to 1024.
        """
      ]
    )
  }

  @Test func `a search of all schedules that comes to no end is an issue`() async throws {
    let found = try await messages(.exhaustive(limit: 3)) { _ in _ = await Race.all[0].fixed() }

    #expect(
      found == [
        """
        The search of every schedule came to no end: 3 were tried, and none of them failed. Raise the \
        limit, make the body smaller, or try random schedules.
        """
      ]
    )
  }

  @Test func `a cancelled search ends, and says so`() async throws {
    let task = Task {
      try await explore(schedules: 1_000_000) { _ in
        withUnsafeCurrentTask { $0?.cancel() }
        try await Task.sleep(for: .seconds(1))
      }
    }
    task.cancel()

    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

/// Code that is not deterministic, in all the ways that are easy.
struct UncontrolledTests {
  private func messages(
    _ body: @escaping @Sendable @concurrent (Simulation) async throws -> Void
  ) async throws -> [String] {
    try await issues(from: { _ = try await explore(schedules: 50, operation: body) }).map(\.message)
  }

  /// Takes as many steps as it is told.
  private static func steps(_ count: Int) async {
    for _ in 0..<count { await Task.yield() }
  }

  @Test func `state that one run leaves to the next is found`() async throws {
    let runs = Lock(0)

    let found = try await messages { _ in
      await Self.steps(
        runs.withLock { runs in
          runs += 1
          return runs
        }
      )
    }

    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("The same schedule gave two different runs: ") == true)
  }

  @Test func `the date is found`() async throws {
    let found = try await messages { _ in
      // What somebody does who takes a moment of it to decide.
      await Self.steps(Int(Date().timeIntervalSinceReferenceDate * 1e6) % 1_000)
    }

    #expect(found.first?.hasPrefix("The same schedule gave two different runs: ") == true)
  }

  @Test func `a random number without a seed is found`() async throws {
    let found = try await messages { _ in await Self.steps(.random(in: 0..<1_000)) }

    #expect(found.first?.hasPrefix("The same schedule gave two different runs: ") == true)
  }

  @Test func `a thread is found`() async throws {
    let found = try await messages { _ in
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume() }
      }
    }

    #expect(found.count == 1)
  }

  @Test func `the order of a set is the same within a process, and so is not found`() async throws {
    let words = Set(["one", "two", "three", "four", "five"])

    let found = try await messages { _ in
      await Self.steps(words.first == "one" ? 1 : 2)
    }

    #expect(found == [])
  }
}
