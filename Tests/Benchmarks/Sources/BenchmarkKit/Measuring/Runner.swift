import Dependence

/// A runner that measures rows in rounds. Each round measures every row once, in a random order, so
/// that other work of the machine affects all rows alike.
package struct Runner {
  private let effort: Effort
  private let meter: AllocationMeter?
  private var generator: SeededRandomNumberGenerator

  /// - Parameters:
  ///   - seed: The seed of the random order of the rows.
  ///   - meter: The counter of allocations, or `nil` if allocations cannot be counted.
  package init(effort: Effort, seed: UInt64, meter: AllocationMeter? = nil) {
    self.effort = effort
    self.meter = meter
    generator = SeededRandomNumberGenerator(seed: seed)
  }

  /// Measures every row. Rows that violate their `bounds` are then measured again, together with
  /// their floors, because the machine may have been busy with other work. The number of iterations
  /// in a round is also determined again.
  ///
  /// - Parameter log: Receives messages about the progress.
  @concurrent
  package mutating func run(
    _ benchmarks: [Benchmark],
    bounds: [String: Bounds],
    log: (String) -> Void
  ) async -> [Figures] {
    var trials: [Trial] = []
    for benchmark in benchmarks {
      log("calibrating \(benchmark.id)")
      trials.append(await Trial(benchmark, effort: effort, meter: meter))
    }
    await measure(Array(trials.indices), of: &trials, log: log)
    for _ in 0..<effort.retries {
      let figures = Figures.of(trials)
      let out = trials.indices.filter { index in
        let bound = bounds[figures[index].id]
        return bound?.violations(of: figures[index], headroom: effort.headroom).isEmpty == false
      }
      guard !out.isEmpty else { break }
      let floors = Set(out.compactMap { trials[$0].benchmark.floor })
      let again = trials.indices.filter { index in
        out.contains(index) || floors.contains(trials[index].benchmark.id)
      }
      log("measuring again: \(out.map { figures[$0].id }.joined(separator: ", "))")
      for index in again { await trials[index].startOver(effort: effort, meter: meter) }
      await measure(again, of: &trials, log: log)
    }
    return Figures.of(trials)
  }

  @concurrent
  private mutating func measure(
    _ indices: [Int],
    of trials: inout [Trial],
    log: (String) -> Void
  ) async {
    for round in 1...effort.rounds {
      log("round \(round) of \(effort.rounds)")
      for index in indices.shuffled(using: &generator) { await trials[index].runOnce() }
    }
  }
}
