import Dependence
import DependenceSimulation
import DependenceTesting
import TestKeys
import TestEffort
import Testing

/// Proof that the schedules of a search are all that real threads can do, in programs that chance
/// writes.
@Suite(.serialized) struct SoundnessTests {
  private static let limit = Effort.isNightly ? 1_000 : 300
  private static let runs = Effort.times(60, thorough: 200, nightly: 200)

  /// An outcome of threads that no schedule has, in words; empty if there is none, nil if there are
  /// too many schedules to tell.
  private func judge(_ program: SharedProgram, seed: UInt64, runs: Int) async throws -> String? {
    let search = try await program.search(limit: Self.limit, .independentTasks)
    guard search.result.isComplete else { return nil }
    let missing = await program.outcomesOfThreads(runs, seed: seed).subtracting(search.outcomes)
    return missing.first.map { "\($0) is not among \(search.outcomes.count) outcomes" } ?? ""
  }

  @Test func `every outcome of real threads is one of a schedule`() async throws {
    var judged = 0
    let count = Effort.times(300, nightly: 10_000)

    for seed in 0..<UInt64(count) {
      let program = SharedProgram.random(seed: seed)
      // A search of a program that has too many schedules says so.
      var problem: String?
      _ = try await issues(from: {
        problem = try await judge(program, seed: seed, runs: Self.runs)
      })
      if problem != nil { judged += 1 }
      guard let problem, problem != "" else { continue }
      // A smaller one may come to no end.
      var smallest = program
      _ = try await issues(from: {
        smallest = try await program.shrunk { smaller in
          try await judge(smaller, seed: seed, runs: 2_000) ?? "" != ""
        }
      })
      Issue.record("program \(seed): \(problem)\n\(program)\nas small as it can be:\n\(smallest)")
    }

    #expect(judged > count * 3 / 4)
  }

  @Test func `the programs tell apart a search that does not interrupt steps within fifty of them`()
    async throws
  {
    for seed in 0..<50 as Range<UInt64> {
      let program = SharedProgram.random(seed: seed)
      let hasFailed = Lock(false)
      _ = try await issues(from: {
        let search = try await program.search(
          limit: Self.limit,
          .independentTasks,
          .uninterruptedSteps
        )
        guard search.result.isComplete else { return }
        let outcomes = await program.outcomesOfThreads(200, seed: seed)
        hasFailed.withLock { $0 = !outcomes.isSubset(of: search.outcomes) }
      })
      if hasFailed.withLock(\.self) { return }
    }
    Issue.record("No program has an outcome that a search of whole steps misses.")
  }

  /// The outcomes that only a search has, by the reason for which threads have not shown them.
  private struct Surplus {
    var programs = 0
    var outcomes = 0
    /// Threads show them in more runs.
    var rare = 0
    /// Threads show them if tasks give theirs away while they wait: there are as many threads as cores.
    var crowded = 0
    /// The same with waits that are longer than the sleeps of the program.
    var late = 0
    /// Threads have not shown them.
    var open = 0

    mutating func add(_ program: SharedProgram, seed: UInt64, limit: Int) async throws {
      let search = try await program.search(limit: limit, .independentTasks)
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
  func `nearly every outcome that only a search has is rare, crowded or late on threads`()
    async throws
  {
    var surplus = Surplus()
    for seed in 0..<200 as Range<UInt64> {
      _ = try await issues(from: {
        try await surplus.add(.random(seed: seed), seed: seed, limit: Self.limit)
      })
    }

    print(surplus)
    #expect(surplus.open * 3 <= surplus.outcomes)
  }

  @Test func `fewer schedules come to the same`() async throws {
    let wanted = Effort.times(12, thorough: 60, nightly: 2_000)
    var compared = 0
    var seed: UInt64 = 0

    // A program that has too many schedules is none of them.
    while compared < wanted {
      // Of greater ones few have so few schedules.
      let program = SharedProgram.random(seed: seed, size: Effort.isNightly ? 3...8 : 3...5)
      _ = try await issues(from: {
        let all = try await program.search(limit: 300, .none, .uninterruptedSteps)
        guard all.result.isComplete else { return }
        compared += 1
        for pruning in [Exploration.Pruning.hops, .independentTasks] {
          let some = try await program.search(limit: 300, pruning, .uninterruptedSteps)
          if some.outcomes != all.outcomes || !some.result.isComplete {
            Issue.record("program \(seed), \(pruning)\n\(program)")
          }
        }
      })
      seed += 1
    }
  }
}
