import Dependence
import DependenceSimulation
import DependenceTesting
import Testing

/// Proof that pruning misses nothing where real tasks run.
struct PrunedExplorationTests {
  private func outcomes(
    of work: SharedWork,
    _ pruning: Exploration.Pruning
  ) async throws -> (outcomes: Set<[String]>, result: ExplorationResult) {
    let seen = Lock<Set<[String]>>([])
    let result = try await explore(.exhaustive(limit: 60_000, pruning: pruning)) { _ in
      let outcome = await work.outcome()
      seen.withLock { _ = $0.insert(outcome) }
    }
    return (seen.withLock { $0 }, result)
  }

  @Test(arguments: SharedWork.all)
  func `fewer schedules come to the same`(work: SharedWork) async throws {
    let all = try await outcomes(of: work, .none)
    let some = try await outcomes(of: work, .independentTasks)

    #expect(all.result.isComplete)
    #expect(some.result.isComplete)
    #expect(some.outcomes == all.outcomes)
    #expect(all.outcomes.count > 1)
    #expect(some.result.schedules <= all.result.schedules)
  }
}
