/// The queues of jobs that wait for actors, including the main actor.
///
/// An actor runs the waiting job with the highest priority. Among jobs with the same priority, it
/// runs the oldest one. On Linux, the main actor ignores priorities. As in the Swift runtime, a
/// task that switches actors holds its old actor until it has joined the queue of the new one. A
/// held actor does not run jobs.
struct ActorLines: Sendable {
  private struct Line: Sendable {
    var queuedJobs: [Scheduler.Ready] = []
    var isServing = false
    /// The number of tasks that hold this actor while they switch to another actor.
    var holds = 0
    /// Whether the scheduler's list of ready jobs contains a job for this actor.
    var isAnnounced = false

    /// The index of the oldest job with the highest priority, or `nil` if the queue is empty.
    var first: Int? {
      queuedJobs.indices.max { left, right in
        (queuedJobs[left].priority, right) < (queuedJobs[right].priority, left)
      }
    }
  }

  private var lines: [UInt: Line] = [:]

  mutating func add(_ queued: Scheduler.Ready, to actor: UInt) -> Scheduler.Ready? {
    lines[actor, default: Line()].queuedJobs.append(queued)
    return announce(actor)
  }

  /// Returns the actor's next job. This job may have arrived after the actor became ready to run.
  func first(in actor: UInt) -> Scheduler.Ready { lines[actor]!.queuedJobs[lines[actor]!.first!] }

  /// Removes the next job from the actor's queue, and marks the actor as busy.
  mutating func beginTurn(of actor: UInt) {
    lines[actor]!.isServing = true
    lines[actor]!.isAnnounced = false
    lines[actor]!.queuedJobs.remove(at: lines[actor]!.first!)
  }

  /// Marks the actor as idle. Returns its next job, or `nil` if the actor cannot run a job now.
  mutating func endTurn(of actor: UInt) -> Scheduler.Ready? {
    lines[actor]?.isServing = false
    return announce(actor)
  }

  /// Keeps the actor from running jobs until each `hold(_:)` is balanced by a `release(_:)`.
  mutating func hold(_ actor: UInt) { lines[actor, default: Line()].holds += 1 }

  /// Balances one call to `hold(_:)`. Returns the actor's next job, or `nil` if the actor cannot
  /// run a job now.
  mutating func release(_ actor: UInt) -> Scheduler.Ready? {
    lines[actor]?.holds -= 1
    return announce(actor)
  }

  private mutating func announce(_ actor: UInt) -> Scheduler.Ready? {
    guard let line = lines[actor], !line.isServing, line.holds == 0, !line.isAnnounced,
      let first = line.first
    else { return nil }
    lines[actor]!.isAnnounced = true
    return line.queuedJobs[first]
  }

  /// Removes all jobs for which `isRemoved` returns `true`, and returns each job with its actor.
  mutating func remove(
    where isRemoved: (Scheduler.Ready) -> Bool
  ) -> [(actor: UInt, queued: Scheduler.Ready)] {
    var removed: [(actor: UInt, queued: Scheduler.Ready)] = []
    for actor in lines.keys.sorted() {
      removed += lines[actor]!.queuedJobs.filter(isRemoved).map { (actor, $0) }
      lines[actor]!.queuedJobs.removeAll(where: isRemoved)
    }
    return removed
  }

  /// Returns the next job of an actor that is in the list of ready jobs. If the actor has no job,
  /// this function records that the actor is no longer in the list, and returns `nil`.
  mutating func firstOrNone(in actor: UInt) -> Scheduler.Ready? {
    guard lines[actor]!.first != nil else {
      lines[actor]!.isAnnounced = false
      return nil
    }
    return first(in: actor)
  }

  mutating func removeAll() -> [Scheduler.Ready] {
    defer { lines = [:] }
    return lines.values.flatMap(\.queuedJobs)
  }
}
