extension ExhaustiveSearch {
  /// Which schedules need not be explored.
  enum Pruning: Sendable, Hashable {
    /// None: each is explored.
    case none
    /// Those that only swap steps of tasks that have nothing to do with each other there.
    ///
    /// Steps have to do with each other if both run on the main actor, if one makes somebody able to
    /// run whom the other one is or makes able to run, and while an actor has work to do. **It is taken
    /// for granted that tasks share state through actors and by waking each other, and not otherwise.**
    /// What goes wrong through a lock, an atomic, a buffer that nobody waits for yet, or the flag that
    /// a cancelled task looks at may be missed, a lost update first of all. Hence it is never the
    /// default.
    ///
    /// That a schedule stands for another one often shows only when it runs: there are more runs than
    /// explored schedules.
    case independentTasks
  }
}
