import Dependence
import DependenceSimulation
import DependenceTesting
import Foundation
import TestKeys
import Testing

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

  /// Takes a course that is another for every number, so that no two runs are alike by chance.
  private static func course(_ number: UInt64) async {
    for bit in 0..<64 {
      if number &>> bit & 1 == 0 { await Task.yield() } else { await Task {}.value }
    }
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
      await Self.course(Date().timeIntervalSinceReferenceDate.bitPattern)
    }

    #expect(found.first?.hasPrefix("The same schedule gave two different runs: ") == true)
  }

  @Test func `a random number without a seed is found`() async throws {
    let found = try await messages { _ in await Self.course(.random(in: 0 ... .max)) }

    #expect(found.first?.hasPrefix("The same schedule gave two different runs: ") == true)
  }

  @Test func `a thread is found`() async throws {
    let found = try await messages { await $0.haveThreadWakeTask() }

    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("Code outside the simulation made one of its tasks") == true)
  }

  @Test func `the order of a set is the same within a process, and so is not found`() async throws {
    let words = Set(["one", "two", "three", "four", "five"])

    let found = try await messages { _ in
      await Self.steps(words.first == "one" ? 1 : 2)
    }

    #expect(found == [])
  }
}
