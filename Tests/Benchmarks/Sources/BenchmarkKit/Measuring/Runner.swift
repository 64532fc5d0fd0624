import Dependence

/// Measures rows in rounds: each round measures every row once, in an order of its own, so that
/// whatever the machine does meanwhile happens to all of them.
package struct Runner {
  private let effort: Effort
  private let meter: AllocationMeter?
  private var generator: SeededRandomNumberGenerator

  /// - Parameters:
  ///   - seed: What the order of rows depends on.
  ///   - meter: Counts allocations; nil where nobody can.
  package init(effort: Effort, seed: UInt64, meter: AllocationMeter? = nil) {
    self.effort = effort
    self.meter = meter
    generator = SeededRandomNumberGenerator(seed: seed)
  }

  /// Measures every row, and again those that are out of `bounds`: the machine may have been busy with
  /// something else, also when it was found out how many iterations make a round.
  ///
  /// - Parameter log: Told what goes on.
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
