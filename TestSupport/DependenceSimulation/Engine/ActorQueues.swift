/// The simulated job queues of all actors, including the main actor.
///
/// An actor runs the job with the highest priority in its queue first. Among jobs with the same
/// priority, it runs the oldest one first. On Linux, the main actor ignores priorities.
///
/// As in the Swift runtime, a task that switches from one actor to another *holds* the old actor
/// until it has joined the new actor's queue. An actor does not run jobs while a task holds it.
struct ActorQueues: Sendable {
  private struct Queue: Sendable {
    var jobs: [Scheduler.Ready] = []
    var isRunningJob = false
    /// The number of tasks that hold this actor while they switch to another actor.
    var holds = 0
    /// Whether the scheduler's list of ready jobs contains a job of this actor. The list contains
    /// at most one job per actor, because an actor runs only one job at a time.
    var isListedAsReady = false

    /// The index of the job that the actor runs next, or `nil` if the queue is empty. The next job
    /// is the oldest of the jobs with the highest priority.
    var nextIndex: Int? {
      jobs.indices.max { left, right in
        (jobs[left].priority, right) < (jobs[right].priority, left)
      }
    }
  }

  private var queues: [UInt: Queue] = [:]

  /// Adds a job to an actor's queue.
  ///
  /// - Returns: The actor's next job if this call made the actor ready to run, or `nil` otherwise,
  ///   for example if the actor is busy. The caller must add the returned job to the scheduler's
  ///   list of ready jobs.
  mutating func add(_ queued: Scheduler.Ready, to actor: UInt) -> Scheduler.Ready? {
    queues[actor, default: Queue()].jobs.append(queued)
    return listIfReady(actor)
  }

  /// Returns the job that the given actor runs next. This is not always the job that made the actor
  /// ready to run, because a job with a higher priority may have joined the queue since then.
  func nextJob(of actor: UInt) -> Scheduler.Ready { queues[actor]!.jobs[queues[actor]!.nextIndex!] }

  /// Removes the next job from an actor's queue and marks the actor as busy.
  mutating func beginJob(of actor: UInt) {
    queues[actor]!.isRunningJob = true
    queues[actor]!.isListedAsReady = false
    queues[actor]!.jobs.remove(at: queues[actor]!.nextIndex!)
  }

  /// Marks an actor as idle after it has run a job. Returns the actor's next job if the actor is
  /// now ready to run, or `nil` otherwise, for example if its queue is empty.
  mutating func endJob(of actor: UInt) -> Scheduler.Ready? {
    queues[actor]?.isRunningJob = false
    return listIfReady(actor)
  }

  /// Keeps the given actor from running jobs until each call to `hold(_:)` is balanced by a call to
  /// `release(_:)`. A task holds an actor while switching from it to another one.
  mutating func hold(_ actor: UInt) { queues[actor, default: Queue()].holds += 1 }

  /// Balances an earlier call to `hold(_:)` for the given actor. Returns the actor's next job if
  /// this call made the actor ready to run, or `nil` otherwise.
  mutating func release(_ actor: UInt) -> Scheduler.Ready? {
    queues[actor]?.holds -= 1
    return listIfReady(actor)
  }

  private mutating func listIfReady(_ actor: UInt) -> Scheduler.Ready? {
    guard let queue = queues[actor], !queue.isRunningJob, queue.holds == 0, !queue.isListedAsReady,
      let next = queue.nextIndex
    else { return nil }
    queues[actor]!.isListedAsReady = true
    return queue.jobs[next]
  }

  /// Removes the jobs for which `isRemoved` returns `true` from all actors' queues. Returns each
  /// removed job with the address of its actor.
  mutating func remove(
    where isRemoved: (Scheduler.Ready) -> Bool
  ) -> [(actor: UInt, queued: Scheduler.Ready)] {
    var removed: [(actor: UInt, queued: Scheduler.Ready)] = []
    for actor in queues.keys.sorted() {
      removed += queues[actor]!.jobs.filter(isRemoved).map { (actor, $0) }
      queues[actor]!.jobs.removeAll(where: isRemoved)
    }
    return removed
  }

  /// Returns the actor's next job after jobs were removed from its queue, so that the caller can
  /// add it to the scheduler's list of ready jobs. If the queue is now empty, records that the list
  /// contains no job of the actor, and returns `nil`.
  mutating func nextJobOrUnlist(of actor: UInt) -> Scheduler.Ready? {
    guard queues[actor]!.nextIndex != nil else {
      queues[actor]!.isListedAsReady = false
      return nil
    }
    return nextJob(of: actor)
  }

  mutating func removeAll() -> [Scheduler.Ready] {
    defer { queues = [:] }
    return queues.values.flatMap(\.jobs)
  }
}
