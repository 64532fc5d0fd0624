import DependenceSimulation
import Synchronization

/// Returns all outcomes of a program, and the result of the search that found them.
func outcomes(
  limit: Int = 10_000,
  pruning: Exploration.Pruning = .independentTasks,
  _ option: SimulationOption = .stepLimit(50_000),
  of program: @escaping @Sendable @concurrent () async throws -> String
) async throws -> (all: Set<String>, result: ExplorationResult) {
  let all = Mutex<Set<String>>([])
  let result = try await explore(.exhaustive(limit: limit, pruning: pruning), option) { _ in
    let outcome = try await program()
    all.withLock { _ = $0.insert(outcome) }
  }
  return (all.withLock { $0 }, result)
}
