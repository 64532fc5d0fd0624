import Dependence
@testable import DependenceSimulation
import TestEffort
import Testing

/// Measures how many schedules a search needs to find each bug. The result does not depend on the
/// speed of the machine.
struct CorpusTests {
  /// Returns how many schedules each of twenty searches needs to find the bug, in ascending order.
  /// The searches use different seeds.
  private func counts(
    _ bug: Bug,
    upTo limit: Int = 2_000,
    _ strategy: (_ seed: UInt64, _ length: Int) -> Strategy
  ) async -> [Int] {
    let length = await bug.fails(.random(seed: 0)).record.choices.count
    var counts: [Int] = []
    for search in 0..<UInt64(20) {
      var count = 0
      while count < limit {
        let seed = search * 1_000_000 + UInt64(count)
        count += 1
        if await bug.fails(.random(strategy(seed, length), seed: seed)).hasFailed { break }
      }
      counts.append(count)
    }
    return counts.sorted()
  }

  private static let alone: [(name: String, strategy: @Sendable (UInt64, Int) -> Strategy)] = [
    ("walk", { _, _ in .randomWalk }), ("partial order", { _, _ in .partialOrderSampling }),
    (
      "priorities",
      { .pct(depth: 1 + Int($0 % UInt64(Strategy.depths.count)), length: max(1, $1)) }
    ),
  ]

  @Test(arguments: Bug.all)
  func `a search finds each bug within its schedule bounds`(bug: Bug) async throws {
    let counts = await counts(bug) { .assigned(to: $0, length: $1) }
    let (median, worst) = (counts[counts.count / 2], counts[counts.count - 1])

    let bounds = try #require(corpusBounds[bug.name])
    #expect(median <= bounds.median)
    #expect(worst <= bounds.worst)
    if System.environmentVariable("DEPENDENCE_CORPUS") != nil {
      print("BOUNDS|\(bug.name)|\(median)|\(worst)")
    }
  }

  // Half of the seeds of the mix use a random walk. On average, the mix therefore needs at most
  // twice as many schedules as the random walk alone. This test allows a factor of 2.5, because the
  // median of twenty searches may be off by a quarter.
  @Test(.enabled(if: Effort.isNightly), arguments: Bug.all)
  func `no single strategy is much better than the mix of all strategies`(bug: Bug) async {
    let together = await counts(bug) { .assigned(to: $0, length: $1) }
    let median = together[together.count / 2]
    for (name, strategy) in Self.alone {
      let alone = await counts(bug, upTo: median, strategy)

      #expect(2 * median <= 5 * alone[alone.count / 2], "\(name)")
    }
  }

  @Test(arguments: Bug.all)
  func `the fixed version of each bug passes in every tried schedule`(bug: Bug) async {
    let length = await bug.fails(.random(seed: 0)).record.choices.count
    for seed in 0..<UInt64(Effort.times(60, thorough: 200, nightly: 20_000)) {
      let strategy = Strategy.assigned(to: seed, length: length)
      let run = await bug.fails(.random(strategy, seed: seed), isFixed: true)
      if run.hasFailed {
        Issue.record("\(ReplayToken(seed: seed, strategy)): \(TimelineText().draw(run.record))")
        return
      }
    }
  }
}
