import Dependence
import DependenceSimulation
import DependenceTesting
import TestKeys
import TestEffort
import Testing

/// Tests with random programs that the schedules of a search include everything that real threads
/// can do.
@Suite(.serialized) struct SoundnessTests {
  private static let limit = Effort.isNightly ? 1_000 : 250
  private static let runs = Effort.times(60, thorough: 200, nightly: 200)

  /// Returns a description of an outcome that occurs on real threads but in no schedule. Returns an
  /// empty string if there is no such outcome, and `nil` if there are too many schedules.
  private func judge(
    _ program: SharedProgram,
    seed: UInt64,
    limit: Int,
    runs: Int
  ) async throws -> String? {
    let search = try await program.search(limit: limit, program.pruning)
    guard search.result.isComplete else { return nil }
    let missing = await program.outcomesOfThreads(runs, seed: seed).subtracting(search.outcomes)
    return missing.first.map { "\($0) is not among \(search.outcomes.count) outcomes" } ?? ""
  }

  /// Records an issue for each program that has an outcome which occurs on real threads but in no
  /// schedule. Returns the number of programs that do not have too many schedules.
  private func judge(
    _ count: Int,
    limit: Int,
    _ program: (UInt64) -> SharedProgram
  ) async throws -> Int {
    var judged = 0
    for seed in 0..<UInt64(count) {
      let program = program(seed)
      // A search of a program with too many schedules reports an issue.
      var problem: String?
      _ = try await issues(from: {
        problem = try await judge(program, seed: seed, limit: limit, runs: Self.runs)
      })
      if problem != nil { judged += 1 }
      guard let problem, problem != "" else { continue }
      // A search of a smaller program may also report an issue.
      var smallest = program
      _ = try await issues(from: {
        smallest = try await program.shrunk { smaller in
          try await judge(smaller, seed: seed, limit: limit, runs: 2_000) ?? "" != ""
        }
      })
      Issue.record("program \(seed): \(problem)\n\(program)\nas small as it can be:\n\(smallest)")
    }
    print("\(judged) of \(count) random programs were compared with real threads")
    return judged
  }

  @Test func `every outcome on real threads is found by a search`() async throws {
    let count = Effort.times(200, nightly: 11_800)

    let judged = try await judge(count, limit: Self.limit) { .random(seed: $0) }

    #expect(judged > count * 2 / 3)
  }

  @Test
  func `every outcome of threads that share a lock is found by a search of all orders`()
    async throws
  {
    let count = Effort.times(30, nightly: 1_000)

    let judged = try await judge(count, limit: Effort.isNightly ? 2_000 : 300) {
      .randomWithDrawers(seed: $0)
    }

    #expect(judged > count / 2)
  }

  @Test func `fifty random programs expose a search that does not preempt steps`() async throws {
    for seed in 0..<50 as Range<UInt64> {
      let program = SharedProgram.random(seed: seed)
      let hasFailed = Lock(false)
      _ = try await issues(from: {
        let search = try await program.search(
          limit: Self.limit,
          program.pruning,
          .nonpreemptive
        )
        guard search.result.isComplete else { return }
        let outcomes = await program.outcomesOfThreads(200, seed: seed)
        hasFailed.withLock { $0 = !outcomes.isSubset(of: search.outcomes) }
      })
      if hasFailed.withLock(\.self) { return }
    }
    Issue.record("No program has an outcome that a search of whole steps misses.")
  }

  /// The numbers of outcomes that a search found and real threads did not show, grouped by the
  /// reason.
  private struct Surplus {
    var programs = 0
    var outcomes = 0
    /// The number of outcomes that threads show in more runs.
    var rare = 0
    /// The number of outcomes that threads show if tasks give up their threads while they wait.
    /// Tasks that keep their threads cannot all run, because there are only as many threads as
    /// cores.
    var crowded = 0
    /// The number of outcomes that threads show if these waits are longer than the sleeps of the
    /// program.
    var late = 0
    /// The number of outcomes that threads have not shown.
    var open = 0

    mutating func add(_ program: SharedProgram, seed: UInt64, limit: Int) async throws {
      let search = try await program.search(limit: limit, program.pruning)
      guard search.result.isComplete else { return }
      programs += 1
      var missing = search.outcomes.subtracting(await program.outcomesOfThreads(100, seed: seed))
      outcomes += missing.count
      let tries: [(count: WritableKeyPath<Self, Int>, runs: Int, away: Int?)] = [
        (\.rare, 1_000, nil), (\.crowded, 5_000, 100), (\.late, 1_000, 2_000),
      ]
      for (count, runs, away) in tries where !missing.isEmpty {
        let more = await program.outcomesOfThreads(runs, seed: seed + 1_000_000, away: away)
        self[keyPath: count] += missing.intersection(more).count
        missing.subtract(more)
      }
      open += missing.count
      for outcome in missing {
        print("only a search has, in program \(seed): \(outcome)\n\(program)")
      }
    }
  }

  @Test(.enabled(if: Effort.isNightly))
  func `most outcomes found only by a search are rare, crowded or late on threads`() async throws {
    var surplus = Surplus()
    for seed in 0..<200 as Range<UInt64> {
      _ = try await issues(from: {
        try await surplus.add(.random(seed: seed), seed: seed, limit: Self.limit)
      })
    }

    print(surplus)
    #expect(surplus.open * 3 <= surplus.outcomes)
  }

  @Test func `pruned and unpruned searches find the same outcomes`() async throws {
    let wanted = Effort.times(12, thorough: 60, nightly: 2_000)
    var compared = 0
    var seed: UInt64 = 0

    // Programs with too many schedules are skipped.
    while compared < wanted {
      // Larger programs rarely have few enough schedules.
      let program = SharedProgram.random(seed: seed, size: Effort.isNightly ? 3...8 : 3...5)
      _ = try await issues(from: {
        let all = try await program.search(limit: 300, .none, .nonpreemptive)
        guard all.result.isComplete else { return }
        compared += 1
        for pruning in Set([Exploration.Pruning.hops, program.pruning]) {
          let some = try await program.search(limit: 300, pruning, .nonpreemptive)
          if some.outcomes != all.outcomes || !some.result.isComplete {
            Issue.record("program \(seed), \(pruning)\n\(program)")
          }
        }
      })
      seed += 1
    }
  }
}
