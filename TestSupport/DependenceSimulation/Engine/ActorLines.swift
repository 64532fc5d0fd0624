/// The lines in which jobs wait for actors, including the main actor.
///
/// An actor serves the job with the highest priority, and of several such jobs the oldest. On
/// Linux, the main actor ignores priorities. As in the Swift runtime, a task holds its actor until
/// the task has joined the line of the next actor, and the held actor serves no job meanwhile.
struct ActorLines: Sendable {
  private struct Line: Sendable {
    var visitors: [Scheduler.Ready] = []
    var isServing = false
    /// The number of tasks that hold the actor until they have joined the line of their next actor.
    var holds = 0
    /// Whether the scheduler's list of ready jobs already contains a job of this actor.
    var isAnnounced = false

    /// The index of the oldest job with the highest priority, or `nil` if no job is in line.
    var first: Int? {
      visitors.indices.max { left, right in
        (visitors[left].priority, right) < (visitors[right].priority, left)
      }
    }
  }

  private var lines: [UInt: Line] = [:]

  mutating func add(_ visitor: Scheduler.Ready, to actor: UInt) -> Scheduler.Ready? {
    lines[actor, default: Line()].visitors.append(visitor)
    return announce(actor)
  }

  /// Returns the job that the actor serves next. It may have arrived after the actor became ready.
  func first(in actor: UInt) -> Scheduler.Ready { lines[actor]!.visitors[lines[actor]!.first!] }

  /// Removes the next job from the line of the actor, and marks the actor as busy.
  mutating func beginTurn(of actor: UInt) {
    lines[actor]!.isServing = true
    lines[actor]!.isAnnounced = false
    lines[actor]!.visitors.remove(at: lines[actor]!.first!)
  }

  /// Marks the actor as free, and returns the next job if the actor can serve it now.
  mutating func endTurn(of actor: UInt) -> Scheduler.Ready? {
    lines[actor]?.isServing = false
    return announce(actor)
  }

  /// Keeps the actor from serving jobs until each `hold(_:)` is balanced by a `release(_:)`.
  mutating func hold(_ actor: UInt) { lines[actor, default: Line()].holds += 1 }

  /// Balances one `hold(_:)`, and returns the next job if the actor can serve it now.
  mutating func release(_ actor: UInt) -> Scheduler.Ready? {
    lines[actor]?.holds -= 1
    return announce(actor)
  }

  private mutating func announce(_ actor: UInt) -> Scheduler.Ready? {
    guard let line = lines[actor], !line.isServing, line.holds == 0, !line.isAnnounced,
      let first = line.first
    else { return nil }
    lines[actor]!.isAnnounced = true
    return line.visitors[first]
  }

  /// Removes all jobs for which `isRemoved` returns `true`.
  mutating func remove(
    where isRemoved: (Scheduler.Ready) -> Bool
  ) -> [(actor: UInt, visitor: Scheduler.Ready)] {
    var removed: [(actor: UInt, visitor: Scheduler.Ready)] = []
    for actor in lines.keys.sorted() {
      removed += lines[actor]!.visitors.filter(isRemoved).map { (actor, $0) }
      lines[actor]!.visitors.removeAll(where: isRemoved)
    }
    return removed
  }

  /// Returns the next job of an actor that is in the list of ready jobs. If the line is empty, this
  /// function records that the actor is no longer in the list, and returns `nil`.
  mutating func firstOrNone(in actor: UInt) -> Scheduler.Ready? {
    guard lines[actor]!.first != nil else {
      lines[actor]!.isAnnounced = false
      return nil
    }
    return first(in: actor)
  }

  mutating func removeAll() -> [Scheduler.Ready] {
    defer { lines = [:] }
    return lines.values.flatMap(\.visitors)
  }
}
