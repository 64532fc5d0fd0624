import Dependence
import DependenceFoundation
@testable import DependenceSimulation
import DependenceTesting
import Foundation
import TestKeys
import Testing

/// Tests of dependencies that need no override in a simulation.
struct SimulatedSourcesTests {
  private static func numbers(_ count: Int) -> [Int] {
    @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
    return (0..<count).map { _ in
      withRandomNumberGenerator { Int.random(in: 0..<1_000, using: &$0) }
    }
  }

  @Test(.deterministic(seed: 1)) func `the date follows virtual time`() async throws {
    @Dependency(\.date) var date
    let start = date()

    try await Task.sleep(for: .seconds(90))

    #expect(start == Date(timeIntervalSinceReferenceDate: 0))
    #expect(date() == start.addingTimeInterval(90))
    #expect(date.now == date())
  }

  @Test(.deterministic(seed: 1), .dependencies { $0.date = .constant(.distantPast) })
  func `an override replaces the simulated date`() {
    @Dependency(\.date) var date

    #expect(date() == .distantPast)
  }

  @Test func `an unimplemented date is reported in a simulation`() async throws {
    let reported = try await issues(from: {
      try await simulate(seed: 1) { _ in
        withDependencies {
          $0.date = .unimplemented
        } operation: {
          @Dependency(\.date) var date
          _ = date()
        }
      }
    })

    #expect(reported.count == 1)
  }

  @Test func `the seed determines random numbers and identifiers`() async throws {
    @Sendable func drawn(_ seed: UInt64) async throws -> [String] {
      try await simulate(seed: seed) { _ in
        @Dependency(\.uuid) var uuid
        let ids = (0..<2).map { _ in "\(uuid())" }
        let numbers = await Task { Self.numbers(4) }.value
        return ids + numbers.map(String.init)
      }
    }

    let (first, again, other) = (try await drawn(1), try await drawn(1), try await drawn(2))

    #expect(first == again)
    #expect(first != other)
    #expect(Set(first).count > 4)
  }

  @Test func `a token replays the random numbers of a failing run`() async throws {
    let failing = Lock<[[Int]]>([])
    let found = Lock<ExplorationResult?>(nil)
    _ = try await issues(from: {
      let result = try await explore(schedules: 200) { _ in
        let numbers = Self.numbers(2)
        guard numbers[0] < numbers[1], numbers[1] % 5 == 0 else { return }
        failing.withLock { $0.append(numbers) }
        reportIssue("It went wrong.")
      }
      found.withLock { $0 = result }
    })

    let token = try #require(found.withLock { $0 }?.failure)
    let numbers = try await simulate(.replay(token)) { _ in Self.numbers(2) }

    #expect(failing.withLock { $0.last } == numbers)
  }

  @Test
  func `a complete search tries one sequence of random numbers and reports this`() async throws {
    let drawn = Lock<Set<[Int]>>([])

    let result = try await explore(.exhaustive(pruning: .independentTasks)) { _ in
      let value = Self.numbers(1) + [Simulation.choose("number", from: 0..<3)]
      drawn.withLock { _ = $0.insert(value) }
    }

    let first = try await simulate(.fifo) { _ in Self.numbers(1) }
    #expect(drawn.withLock { $0.count { $0[0] == first[0] } } == 3)
    #expect(result.isComplete)
    #expect(result.description.contains("with one sequence of random numbers"))
  }

  @Test func `random numbers do not depend on the order in which tasks draw them`() async throws {
    let drawn = Lock<Set<[[Int]]>>([])

    _ = try await explore(.exhaustive()) { _ in
      async let first = Task { Self.numbers(1) }.value
      async let second = Task { Self.numbers(1) }.value
      let numbers = await [first, second].sorted { $0[0] < $1[0] }
      drawn.withLock { _ = $0.insert(numbers) }
    }

    // The first run of every search has a random schedule, which uses another sequence of random
    // numbers than the other runs.
    #expect(drawn.withLock { $0.count } <= 2)
  }

  @Test func `random numbers outside a simulation are reported`() {
    let reported = issues(from: { _ = Self.numbers(1) })

    #expect(reported.count == 1)
  }
}
