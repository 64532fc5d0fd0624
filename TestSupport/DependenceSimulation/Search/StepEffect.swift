/// The effect of a step on other tasks, described by the shared resources that the step uses. A
/// step is the code that a task or actor runs without interruption.
///
/// Two steps that share no resource lead to the same result in either order, so the search tries
/// only one of the two orders.
struct StepEffect: Sendable, Hashable {
  /// A resource that several steps can use.
  enum Resource: Sendable, Hashable {
    /// The task or actor with this identifier.
    case participant(Int)
    /// The queue of the actor with this identifier. Two steps that enqueue jobs on the same actor
    /// depend on each other, because the order of these steps decides which job runs first.
    case queue(of: Int)
    /// The completion of any child task whose parent has this identifier. Only the parent can await
    /// it.
    case childEnds(of: Int)
    /// The completion of any child task in the group with this identifier.
    case groupEnds(of: Int)
    /// Whether the task group with this identifier is cancelled or empty. If the group discards
    /// results, the end of a child task may change this state: the group may become empty, and an
    /// error in the child task cancels the group. Code that reads this state may therefore get a
    /// different result before and after the end of the child task.
    case groupState(of: Int)
    /// Whether the task with this identifier is cancelled.
    case cancellation(of: Int)
    /// The completion of the task with this identifier, which does not belong to a task group.
    case end(of: Int)
    /// The completion of any task that does not belong to a task group. A step that awaits such a
    /// task uses this resource if the run's record does not identify the task.
    case ends
    case streams
    /// All continuations. One step may resume a continuation before another step begins to wait for
    /// it, so the order of these steps matters. The search does not distinguish between individual
    /// continuations.
    case continuations
    case time
    /// The current priorities of all tasks created with a priority in this range. There are five
    /// ranges, numbered from 0 to 4. The search does not distinguish between tasks in the same
    /// range. A step may raise a task's priority by waiting for the task. A task's priority is read
    /// when the task joins an actor's queue, creates another task or waits for another task.
    case priorities(range: Int)
    /// The release of the actor with this identifier. A task that switches to another actor
    /// releases the old actor when it joins the queue of the new one. Until then, the old actor
    /// cannot run another job.
    case release(of: Int)
    /// All state whose use the simulation cannot observe, such as locks, atomics and variables.
    case memory
  }

  /// A step's role in using a resource: it produces the resource, consumes it, or both. For
  /// example, a step that ends a task produces a resource, and a step that awaits the task consumes
  /// it. Steps depend on each other only if their roles are opposite.
  struct Role: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    static let producing = Role(rawValue: 1)
    static let consuming = Role(rawValue: 2)
    static let both: Role = [.producing, .consuming]

    var opposite: Role { Role(rawValue: rawValue << 1 | rawValue >> 1) }
  }

  struct Use: Sendable, Hashable {
    let resource: Resource
    let role: Role
  }

  fileprivate(set) var uses: [Use] = []
  /// The number of tasks that the step created and made ready to run.
  fileprivate(set) var createdCount = 0
  fileprivate(set) var ending: Step.Ending
  /// Whether the search assumes that the step used every resource. It assumes this for the last
  /// step of a run, for a step that read the list of unfinished or sleeping tasks, and for a step
  /// that used a new task, actor or job without being known to have created it.
  fileprivate(set) var usesAll = false
  /// Whether an `await` in this step affects no other task, apart from raising the priority of the
  /// awaited task. It then makes no difference to other tasks whether the `await` begins before or
  /// after the awaited task ends. The value is `true` if the simulation can preempt steps and the
  /// step did not run on an actor.
  fileprivate(set) var awaitsUnnoticed = false
  /// Whether the step awaits a task group's next result. The step then receives the result of one
  /// child task, and can run before the other child tasks end.
  fileprivate(set) var awaitsNextChild = false
  /// The identifier of the actor that the task released in this step, or `nil` if the task released
  /// no actor. A task that switches to another actor releases the old actor, which can then run
  /// another job.
  fileprivate(set) var releasedActor: Int?

  /// Returns `true` if this step and `other` lead to the same result in either order.
  func commutes(with other: StepEffect) -> Bool {
    !usesAll && !other.usesAll && !uses.contains(where: other.conflicts)
  }

  /// Returns `true` if this step uses the resource of `use` in the opposite role. For example, one
  /// step ends a task, and another step awaits this task.
  private func conflicts(with use: Use) -> Bool {
    let opposite = use.role.opposite
    return uses.contains { $0.resource == use.resource && !opposite.isDisjoint(with: $0.role) }
  }

  /// Returns `true` if this step depends on `other` only because it awaits a task that `other`
  /// ends. The order of the two steps then does not matter: if this step runs first, it waits until
  /// `other` has ended the task.
  ///
  /// - Parameter waiter: The task or actor that runs this step, if `other` makes it ready to run
  ///   again by ending its wait, or `nil` otherwise.
  func onlyAwaits(_ other: StepEffect, waiter: Int? = nil) -> Bool {
    guard awaitsUnnoticed, !usesAll, !other.usesAll else { return false }
    return uses.allSatisfy { use in
      switch use.resource {
      case .end, .groupEnds, .childEnds: if use.role == .consuming { return true }
      case .participant(waiter): return true
      default: break
      }
      return !other.conflicts(with: use)
    }
  }

  /// Returns `true` if this effect and `other`, which were observed in different schedules, may be
  /// effects of the same step. This is the case if they are similar enough.
  func isSame(as other: StepEffect) -> Bool {
    uses == other.uses && createdCount == other.createdCount && ending == other.ending
  }

  /// The resources for the priorities that this step may raise. Each of them is a
  /// ``Resource/priorities(range:)``.
  var raisedPriorities: [Resource] {
    uses.compactMap { use in
      guard case .priorities = use.resource, use.role.contains(.producing) else { return nil }
      return use.resource
    }
  }

  fileprivate mutating func use(_ resource: Resource, _ role: Role = .both) {
    let use = Use(resource: resource, role: role)
    if !uses.contains(use) { uses.append(use) }
  }
}

extension RunRecord {
  /// Returns the effect of each of the run's steps, under the assumptions that `pruning` makes.
  func effects(pruning: Exploration.Pruning) -> [StepEffect] {
    var effects = steps.map { effect(of: $0, pruning) }
    if !effects.isEmpty { effects[effects.count - 1].usesAll = true }
    return effects
  }

  private func effect(of step: Step, _ pruning: Exploration.Pruning) -> StepEffect {
    var effect = StepEffect(ending: step.ending)
    effect.use(.participant(step.participant))
    // Under the rules other than `anytime`, virtual time advances only when no task is ready to
    // run, apart from tasks that inject a fault (a cancellation or a crash). Such a fault can come
    // before or after the advance, so their order matters.
    if !isTimeAnytime, participant(step.participant)?.injectsFault == true {
      effect.use(.time)
    }
    // A task or actor that this step creates does not count as a shared resource, because no
    // earlier step can have used it.
    for id in step.woke.sorted() where !isActor(id) {
      if id < step.participantCount {
        effect.use(.participant(id))
      } else if isCreated(id, by: step.participant) {
        effect.createdCount += 1
      } else {
        effect.usesAll = true
      }
    }
    for actor in step.joinedQueues.sorted() {
      if actor < step.participantCount {
        effect.use(.queue(of: actor))
        // The new job overtakes older jobs in the actor's queue that have not begun to run. The
        // order of this step and the actor's steps therefore matters.
        if step.reorderedActors.contains(actor) { effect.use(.participant(actor)) }
      } else if !isCreated(actor, by: step.participant) {
        effect.usesAll = true
      }
    }
    for range in step.uses.readPriorityRanges { effect.use(.priorities(range: range), .consuming) }
    if let actor = step.releasedActor {
      effect.use(.release(of: actor), .producing)
      effect.releasedActor = actor
    }
    if participant(step.participant)?.kind == .time {
      effect.use(.time)
    } else if !step.onlyJoinsQueue {
      addUses(of: step, to: &effect)
      // In the second phase of an automatic search, all memory accesses in a step are treated as
      // one access at its beginning, even if the step is preempted later. The rest of a preempted
      // step, which is a separate entry, therefore does not count as a use of memory.
      let sharesMemory = pruning == .hops || pruning == .automatic && !step.continuesStep
      if sharesMemory { effect.use(.memory) }
    }
    return effect
  }

  /// Adds the shared resources used by a step's code to the step's effect.
  private func addUses(of step: Step, to effect: inout StepEffect) {
    if let task = step.taskOnActor { effect.use(.participant(task)) }
    let actor =
      step.executor == .mainActor
      ? Participant.mainActor : isActor(step.participant) ? step.participant : nil
    effect.awaitsUnnoticed = preemptsSteps && actor == nil
    if let actor {
      effect.use(.participant(actor))
      effect.use(.release(of: actor), .consuming)
    }
    // If the simulation does not preempt steps, it does not record which steps await child tasks.
    // Treat every step as if it awaited the child tasks of its task.
    if preemptsSteps, let group = step.awaitedGroup {
      effect.use(.groupEnds(of: group), .consuming)
    } else if !preemptsSteps || !step.uses.isDisjoint(with: [.children, .nextChild]) {
      effect.use(.childEnds(of: step.taskOnActor ?? step.participant), .consuming)
    }
    for id in (step.ending == .finished ? [step.participant] : []) + step.ended {
      effect.use(.participant(id))
      if let parent = participant(id)?.childOf {
        // A task group returns the results of its child tasks in the order that they end, so this
        // order matters.
        let isOrdered = participant(id)?.isAsyncLet == false
        if preemptsSteps, isOrdered, let group = participant(id)?.group {
          effect.use(.groupEnds(of: group), .both)
          effect.use(.groupState(of: group), .producing)
        } else if isOrdered || !preemptsSteps {
          effect.use(.childEnds(of: parent), isOrdered ? .both : .producing)
        }
        if isOrdered { continue }
      }
      effect.use(.end(of: id), .producing)
      effect.use(.ends, .producing)
    }
    for id in step.cancelled {
      effect.use(.participant(id))
      effect.use(.cancellation(of: id), .producing)
    }
    for id in step.checkedTasks { effect.use(.cancellation(of: id), .consuming) }
    for group in step.checkedGroups { effect.use(.groupState(of: group), .consuming) }
    for id in step.awaited { effect.use(.end(of: id), .consuming) }
    if step.uses.contains(.ends), step.awaited.isEmpty { effect.use(.ends, .consuming) }
    effect.awaitsNextChild = step.uses.contains(.nextChild)
    // A cancellation counts as a use of streams because it ends any stream whose next element the
    // cancelled task is awaiting.
    if step.uses.contains(.streams) || !step.cancelled.isEmpty { effect.use(.streams) }
    if step.uses.contains(.time) { effect.use(.time, .producing) }
    // A call to `Simulation.advance(by:)` or `settle()` keeps the schedule from choosing to advance
    // virtual time. The order of this step and the start of a sleep therefore matters: if the sleep
    // starts first, the schedule can advance time before this step.
    if step.pausesTime { effect.use(.time) }
    if step.readsTasks { effect.usesAll = true }
    for range in step.uses.raisedPriorityRanges {
      effect.use(.priorities(range: range), .producing)
    }
    if step.uses.contains(.resumption) { effect.use(.continuations, .producing) }
    if step.uses.contains(.continuation) { effect.use(.continuations, .consuming) }
    if let inner = step.immediateTask { effect.use(.participant(inner)) }
  }

  private func participant(_ id: Int) -> Participant? {
    participants.indices.contains(id) ? participants[id] : nil
  }

  private func isCreated(_ id: Int, by parent: Int) -> Bool {
    participant(id).map { $0.kind != .job && $0.parent == parent } ?? false
  }

  private func isActor(_ id: Int) -> Bool { participant(id)?.kind == .actor }
}
