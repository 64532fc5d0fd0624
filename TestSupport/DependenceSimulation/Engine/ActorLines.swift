/// The lines in which jobs wait for actors, the main actor among them.
///
/// An actor serves one job at a time: the one with the highest priority, and of several the one that arrived first. On Linux,
/// the main actor does not look at priorities. An actor is held while the task that it has served is
/// on its way to another actor: a real task leaves an actor when it is in line for the next one.
struct ActorLines: Sendable {
  private struct Line: Sendable {
    var visitors: [Scheduler.Ready] = []
    var isServing = false
    /// The number of tasks that it has served and that are on their way to another actor.
    var holds = 0
    /// True if it may serve the first one, and nobody has to be told.
    var isAnnounced = false

    /// The index of the job with the highest priority, the first of several; nil if nobody is in line.
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

  /// The job that an actor would serve now, in the place of one that it was going to serve.
  func first(in actor: UInt) -> Scheduler.Ready { lines[actor]!.visitors[lines[actor]!.first!] }

  /// Takes out the job that the actor serves from now on.
  mutating func beginTurn(of actor: UInt) {
    lines[actor]!.isServing = true
    lines[actor]!.isAnnounced = false
    lines[actor]!.visitors.remove(at: lines[actor]!.first!)
  }

  /// - Returns: The next in line, if the actor can now serve it.
  mutating func endTurn(of actor: UInt) -> Scheduler.Ready? {
    lines[actor]?.isServing = false
    return announce(actor)
  }

  /// Lets an actor serve nobody until it is released as often as it is held.
  mutating func hold(_ actor: UInt) { lines[actor, default: Line()].holds += 1 }

  /// - Returns: The first in line, if the actor can now serve it.
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

  /// Takes out the jobs for which `isRemoved` returns `true`, wherever they wait.
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

  /// Returns the next job of an actor that was able to run. If its line is empty, marks the actor as not able to run, and
  /// returns `nil`.
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
