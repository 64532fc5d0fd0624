import Dependence
import DependenceSimulation
import DependenceTesting
import Testing

/// Tests that compare pruned searches of real tasks with other searches.
struct PrunedExplorationTests {
  private func outcomes(
    of work: SharedWork,
    _ exploration: Exploration,
    _ option: SimulationOption = .stepLimit(1_000)
  ) async throws -> (outcomes: Set<[String]>, result: ExplorationResult) {
    let seen = Lock<Set<[String]>>([])
    let result = try await explore(exploration, option) { _ in
      let outcome = await work.outcome()
      seen.withLock { _ = $0.insert(outcome) }
    }
    return (seen.withLock { $0 }, result)
  }

  @Test(arguments: SharedWork.all)
  func `pruned and unpruned searches find the same outcomes`(work: SharedWork) async throws {
    let all = try await outcomes(
      of: work,
      .exhaustive(limit: 60_000, pruning: .none),
      .nonpreemptive
    )
    let some = try await outcomes(
      of: work,
      .exhaustive(pruning: .independentTasks),
      .nonpreemptive
    )

    #expect(all.result.isComplete)
    #expect(some.result.isComplete)
    #expect(some.outcomes == all.outcomes)
    #expect(all.outcomes.count > 1)
    #expect(some.result.schedules <= all.result.schedules)
  }

  // Most of these programs have too many schedules with preempted steps to try all of them.
  @Test(arguments: SharedWork.all)
  func `a pruned search finds every outcome of random preempted schedules`(
    work: SharedWork
  ) async throws {
    let pruned = try await outcomes(of: work, .exhaustive(pruning: .independentTasks))
    let random = try await outcomes(of: work, .random(2_000), .time(.anytime))

    #expect(pruned.result.isComplete)
    #expect(pruned.outcomes.isSuperset(of: random.outcomes))
    #expect(random.outcomes.count > 1)
  }
}
