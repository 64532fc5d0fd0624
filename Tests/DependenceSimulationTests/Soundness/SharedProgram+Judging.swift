import Dependence
import DependenceSimulation

extension SharedProgram {
  /// Returns all outcomes that an exhaustive search finds, and its result.
  func search(
    limit: Int,
    _ pruning: Exploration.Pruning,
    _ option: SimulationOption = .time(.automatic)
  ) async throws -> (outcomes: Set<Outcome>, result: ExplorationResult) {
    let seen = Lock<Set<Outcome>>([])
    let result = try await explore(
      .exhaustive(limit: limit, pruning: pruning),
      .mainActor(.virtual),
      option
    ) { _ in
      let outcome = await run()
      seen.withLock { _ = $0.insert(outcome) }
    }
    return (seen.withLock(\.self), result)
  }

  /// Returns all outcomes of the given number of runs on real threads. See ``run(jitter:away:)``
  /// for the meaning of `away`.
  func outcomesOfThreads(_ runs: Int, seed: UInt64, away: Int? = nil) async -> Set<Outcome> {
    var outcomes: Set<Outcome> = []
    for run in 0..<UInt64(runs) {
      outcomes.insert(await self.run(jitter: seed &* 1_000_003 &+ run, away: away))
    }
    return outcomes
  }

  /// Removes parts of this program as long as the rest still `fails`, and returns the result, from
  /// which no single further part can be removed.
  func shrunk(where fails: (SharedProgram) async throws -> Bool) async rethrows -> SharedProgram {
    var best = self
    var hasShrunk = true
    while hasShrunk {
      hasShrunk = false
      for smaller in best.smaller where try await fails(smaller) {
        best = smaller
        hasShrunk = true
        break
      }
    }
    return best
  }

  /// The programs that result from removing one operation, or from replacing it with its nested
  /// operations.
  private var smaller: [SharedProgram] {
    Self.smaller(operations).map(SharedProgram.init)
  }

  private static func smaller(_ operations: [Operation]) -> [[Operation]] {
    operations.indices.flatMap { index in
      let operation = operations[index]
      var lists = [[]] + operation.parts
      for (number, part) in operation.parts.enumerated() {
        lists += smaller(part).map { smallerPart in
          var parts = operation.parts
          parts[number] = smallerPart
          return [operation.replacing(parts)]
        }
      }
      return lists.map { Array(operations[..<index]) + $0 + operations[(index + 1)...] }
    }
  }
}
