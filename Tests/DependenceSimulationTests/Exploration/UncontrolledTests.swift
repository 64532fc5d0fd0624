import Dependence
import DependenceSimulation
import DependenceTesting
import Foundation
import TestKeys
import TestEffort
import Testing

/// Tests of code that is not deterministic.
struct UncontrolledTests {
  private enum Color: Hashable {
    case red, green
  }

  /// The source of a decision that the schedule does not control.
  enum Cause: String, CaseIterable, Sendable {
    case coin = "a coin"
    case date = "the date"
    case set = "the order of a set"
    case pointers = "the order of two pointers"
    case stringHash = "the hash value of a string"
    case numberHash = "the hash value of a number"
    case ownHash = "the hash value of a type whose conformance the compiler writes"

    /// The causes that a search can find. An optimized build can compute hash values of the
    /// program's own types without the standard library, so that a search cannot change them.
    static var detectable: [Self] {
      #if DEBUG
      allCases
      #else
      allCases.filter { $0 != .ownHash }
      #endif
    }

    /// The causes that differ between any two runs. Hash values differ only in a run that repeats
    /// another one.
    static let differingBetweenRuns: [Self] = [.coin, .date, .set, .pointers]

    func decide() -> Bool {
      switch self {
      case .coin: Bool.random()
      case .date: Int(Date().timeIntervalSinceReferenceDate * 10_000) % 2 == 0
      case .set: Set(["one", "two", "three", "four"]).first! < "p"
      case .pointers: Self.isFirstLower(Cell(), Cell())
      case .stringHash: "one".hashValue % 2 == 0
      case .numberHash: 17.hashValue % 2 == 0
      case .ownHash: Color.red.hashValue % 2 == 0
      }
    }

    private final class Cell {}

    // This attribute prevents the optimizer from removing the objects.
    @inline(never)
    private static func isFirstLower(_ first: Cell, _ second: Cell) -> Bool {
      ObjectIdentifier(first) < ObjectIdentifier(second)
    }
  }

  private func messages(
    _ body: @escaping @Sendable @concurrent (Simulation) async throws -> Void
  ) async throws -> [String] {
    try await issues(from: { _ = try await explore(schedules: 50, operation: body) }).map(\.message)
  }

  /// Takes `count` steps.
  private static func steps(_ count: Int) async {
    for _ in 0..<count { await Task.yield() }
  }

  /// Takes different steps for every number, so that no two runs are equal by chance.
  private static func branches(_ number: UInt64) async {
    for bit in 0..<64 {
      if number &>> bit & 1 == 0 { await Task.yield() } else { await Task {}.value }
    }
  }

  @Test func `state that one run leaves for the next is detected`() async throws {
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

  @Test func `state that makes only the first run pass is detected`() async throws {
    let runs = Lock(0)

    let found = try await messages { _ in
      await Task.yield()
      let isFirst = runs.withLock { runs in
        runs += 1
        return runs == 1
      }
      if !isFirst { reportIssue("It ran before.") }
    }

    #expect(found.count == 1)
    let start = "The same schedule gave two different runs: one failed, the other did not. "
    #expect(found.first?.hasPrefix(start) == true)
    #expect(found.first?.contains("It ran before.") == true)
  }

  @Test func `a use of the current date is detected`() async throws {
    let found = try await messages { _ in
      // Makes decisions that depend on the exact time.
      await Self.branches(Date().timeIntervalSinceReferenceDate.bitPattern)
    }

    #expect(found.first?.hasPrefix("The same schedule gave two different runs: ") == true)
  }

  @Test func `a random number without a seed is detected`() async throws {
    let found = try await messages { _ in await Self.branches(.random(in: 0 ... .max)) }

    #expect(found.first?.hasPrefix("The same schedule gave two different runs: ") == true)
  }

  @Test func `a thread that resumes a task is detected`() async throws {
    let found = try await messages { await $0.haveThreadWakeTask() }

    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("Code outside the simulation resumed one of its tasks") == true)
  }

  @Test func `the order of a set is constant within a process and is not detected`() async throws {
    let words = Set(["one", "two", "three", "four", "five"])

    let found = try await messages { _ in
      await Self.steps(words.first == "one" ? 1 : 2)
    }

    #expect(found == [])
  }

  // MARK: - Expectations

  @Test(arguments: Cause.detectable)
  func `an expectation that depends on uncontrolled code is detected`(
    cause: Cause
  ) async throws {
    for _ in 0..<10 {
      let found = try await messages { _ in
        if cause.decide() { reportIssue("It went wrong.") }
      }

      #expect(found.count == 1)
      #expect(
        found.first?.contains("The code depends on something that the schedule does not control")
          == true
      )
    }
  }

  @Test func `a failure with different values in each run is reported as such`() async throws {
    let found = try await messages { _ in reportIssue("It was \(Int.random(in: 0 ... .max)).") }

    #expect(found.count == 1)
    #expect(found.first?.contains("Its repetition failed differently.") == true)
  }

  @Test func `equal values have equal hash values within a run`() async throws {
    let found = try await messages { _ in
      #expect("one".hashValue == ["one"].first?.hashValue)
      #expect(Color.green.hashValue == Color.green.hashValue)
      var hashes = Set(["one", "two"])
      hashes.insert("one")
      #expect(hashes.count == 2)
    }

    #expect(found == [])
  }

  // MARK: - One step

  @Test(arguments: Cause.differingBetweenRuns, [Exploration.random(100), .exhaustive(limit: 100)])
  func `a nondeterministic decision about one step is detected in every search`(
    cause: Cause,
    exploration: Exploration
  ) async throws {
    for _ in 0..<Effort.times(20, thorough: 100, nightly: 1_000) {
      let found = try await issues(from: {
        _ = try await explore(exploration) { _ in
          async let other: Void = Self.steps(1)
          if cause.decide() { await Task.yield() }
          await other
        }
      })

      #expect(found.count == 1)
      #expect(found.first?.message.contains("two different runs") == true)
    }
  }

  @Test func `a nondeterministic decision after many choices is detected`() async throws {
    for _ in 0..<Effort.times(20, thorough: 100, nightly: 1_000) {
      let found = try await messages { _ in
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<4 { group.addTask { await Self.steps(5) } }
        }
        if Bool.random() { await Task.yield() }
      }

      #expect(found.count == 1)
    }
  }

  @Test func `deterministic code is not reported`() async throws {
    let found = try await issues(from: {
      _ = try await explore(schedules: 200) { _ in
        _ = try await Workload()(Simulation.current!)
      }
    })

    #expect(found.isEmpty)
  }
}
