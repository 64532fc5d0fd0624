/// The simulated job queues of all actors, including the main actor.
///
/// An actor runs the job with the highest priority in its queue first, and the oldest one among
/// jobs with the same priority. On Linux, the main actor ignores priorities. As in the Swift
/// runtime, a task that switches actors holds its old actor until it has joined the queue of the
/// new one. An actor that is held does not run jobs.
struct ActorLines: Sendable {
  private struct Line: Sendable {
    var queuedJobs: [Scheduler.Ready] = []
    var isServing = false
    /// The number of tasks that hold this actor while they switch to another actor.
    var holds = 0
    /// Whether the scheduler's list of jobs that are ready to run contains a job of this actor. The
    /// list contains at most one.
    var isAnnounced = false

    /// The index of the job that the actor runs next, which is the oldest one with the highest
    /// priority, or `nil` if the queue is empty.
    var first: Int? {
      queuedJobs.indices.max { left, right in
        (queuedJobs[left].priority, right) < (queuedJobs[right].priority, left)
      }
    }
  }

  private var lines: [UInt: Line] = [:]

  /// Adds a job to the queue of an actor. Returns the actor's next job if the actor has thereby
  /// become ready to run, or `nil` otherwise.
  mutating func add(_ queued: Scheduler.Ready, to actor: UInt) -> Scheduler.Ready? {
    lines[actor, default: Line()].queuedJobs.append(queued)
    return announce(actor)
  }

  /// Returns the job that the actor runs next. It may have joined the queue after the actor became
  /// ready to run, because its priority is higher.
  func first(in actor: UInt) -> Scheduler.Ready { lines[actor]!.queuedJobs[lines[actor]!.first!] }

  /// Removes the next job from the queue of an actor, and marks the actor as busy with that job.
  mutating func beginTurn(of actor: UInt) {
    lines[actor]!.isServing = true
    lines[actor]!.isAnnounced = false
    lines[actor]!.queuedJobs.remove(at: lines[actor]!.first!)
  }

  /// Marks an actor as idle after a job. Returns its next job if the actor has thereby become ready
  /// to run, or `nil` otherwise.
  mutating func endTurn(of actor: UInt) -> Scheduler.Ready? {
    lines[actor]?.isServing = false
    return announce(actor)
  }

  /// Keeps the actor from running jobs until each `hold(_:)` is balanced by a `release(_:)`.
  mutating func hold(_ actor: UInt) { lines[actor, default: Line()].holds += 1 }

  /// Balances one call to `hold(_:)`. Returns the actor's next job if the actor has thereby become
  /// ready to run, or `nil` otherwise.
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

  /// Removes all jobs for which `isRemoved` returns `true` from the queues, and returns each of
  /// them with its actor.
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

  /// Returns the next job of an actor in the scheduler's list of ready jobs. If the actor has no
  /// job left, the function records that the actor is no longer in the list, and returns `nil`.
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
