/// The way in which a seed decides who runs.
enum Strategy: Sendable, Hashable {
  /// A random walk: each of those who could run is as likely as any other.
  case walk
  /// Partial-order sampling: each step gets a random priority when it becomes possible, and the highest
  /// goes first. Steps that are known to race with the one that ran, on one actor, get a new priority.
  ///
  /// Yuan, Yang and Gu, "Partial Order Aware Concurrency Sampling", 2018.
  case partialOrder
  /// Probabilistic concurrency testing: each participant gets a random priority for the whole run, and at
  /// `depth` − 1 random choices, of so many as a run is taken to have, whoever would go first becomes the
  /// last of all.
  ///
  /// Burckhardt, Kothari, Musuvathi and Nagarakatte, "A Randomized Scheduler with Probabilistic
  /// Guarantees of Finding Bugs", 2010.
  case priorities(depth: Int, length: Int)

  /// The depths of ``priorities(depth:length:)`` in a search.
  static let depths = 1...5

  /// The strategy that a search gives to a seed, the same one for ever.
  ///
  /// No strategy is the best one for every mistake. Half of the seeds walk, as nothing else finds orders in
  /// which tasks take turns; three in eight have priorities, as nothing else leaves a task alone for long.
  static func dealt(to seed: UInt64, length: Int) -> Strategy {
    let length = max(1, length)
    switch seed % 8 {
    case 0, 2, 4, 6: return .walk
    case 3: return .partialOrder
    case 1: return .priorities(depth: 1, length: length)
    default:
      let depth = depths.lowerBound + Int((seed / 8 * 2 + seed / 2 % 2) % UInt64(depths.count))
      return .priorities(depth: depth, length: length)
    }
  }
}
