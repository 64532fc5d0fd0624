/// Which schedules to try.
public struct Exploration: Sendable, Hashable {
  /// What an exhaustive search takes for granted, to try fewer schedules.
  public enum Pruning: Sendable, Hashable {
    /// Nothing: every schedule is tried. The default.
    case none
    /// Tasks share state through actors, and by waking each other, and not otherwise.
    ///
    /// Schedules that only swap steps which then have nothing to do with each other count as one. What goes
    /// wrong through a lock, an atomic or a global may be missed.
    case independentTasks
  }

  enum Form: Sendable, Hashable {
    case random(count: Int, firstSeed: UInt64)
    case exhaustive(limit: Int, Pruning)
  }

  let form: Form

  /// So many random schedules, with one seed after the other.
  public static func random(_ count: Int, firstSeed: UInt64 = 0) -> Self {
    Self(form: .random(count: count, firstSeed: firstSeed))
  }

  /// Every schedule there is, for small tests.
  ///
  /// - Parameters:
  ///   - limit: After how many schedules the search ends; having come to no end is an issue.
  ///   - pruning: What to take for granted.
  public static func exhaustive(limit: Int = 10_000, pruning: Pruning = .none) -> Self {
    Self(form: .exhaustive(limit: limit, pruning))
  }
}

/// What a search came to.
public struct ExplorationResult: Sendable, Hashable {
  /// How many schedules were tried, one that failed among them.
  public let schedules: Int
  /// Whether every schedule was tried, so that none can fail.
  public let isComplete: Bool
  /// The schedule that failed, as simple as it could be made; nil if none did.
  public let failure: ReplayToken?
}
