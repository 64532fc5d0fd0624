/// The algorithm that derives a schedule from a seed.
enum Strategy: Sendable, Hashable {
  /// A random walk: all tasks and actors that are ready to run are equally likely to run next, with
  /// two exceptions. A preempted task is more likely to continue, and tasks that inject a fault (a
  /// cancellation or a crash) are postponed.
  case randomWalk
  /// Partial-order sampling: each task or actor that becomes ready gets a random priority for its
  /// next step, and the task or actor with the highest priority runs. When a step runs, all steps
  /// that need the same actor get new priorities.
  ///
  /// See Yuan, Yang and Gu, "Partial Order Aware Concurrency Sampling", 2018.
  case partialOrderSampling
  /// Probabilistic concurrency testing (PCT): each task or actor gets a random priority for the
  /// whole run, and the ready task or actor with the highest priority runs. At up to `depth` − 1
  /// random positions among the first `length` choices, the task that would run next gets a very
  /// low priority, so that other tasks run first.
  ///
  /// See Burckhardt, Kothari, Musuvathi and Nagarakatte, "A Randomized Scheduler with Probabilistic
  /// Guarantees of Finding Bugs", 2010.
  case pct(depth: Int, length: Int)

  /// The values of `depth` that a random search uses for the strategy ``pct(depth:length:)``. That
  /// strategy changes the priorities of tasks and actors at most `depth` − 1 times in a schedule.
  static let depths = 1...5

  /// Returns the strategy that a random search uses for a seed. The same seed and length always
  /// give the same strategy, so that a seed identifies a schedule.
  ///
  /// No strategy is best for all failures. Half of the seeds use a random walk, because only a walk
  /// finds orders where tasks alternate. Three in eight seeds use PCT, because only its fixed
  /// priorities delay one task for a long time. The others use partial-order sampling.
  static func assigned(to seed: UInt64, length: Int) -> Strategy {
    let length = max(1, length)
    switch seed % 8 {
    case 0, 2, 4, 6: return .randomWalk
    case 3: return .partialOrderSampling
    case 1: return .pct(depth: 1, length: length)
    default:
      let depth = depths.lowerBound + Int((seed / 8 * 2 + seed / 2 % 2) % UInt64(depths.count))
      return .pct(depth: depth, length: length)
    }
  }
}
