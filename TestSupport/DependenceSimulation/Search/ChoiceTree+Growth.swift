extension ChoiceTree {
  struct Growth {
    /// Whether the run only repeated other runs from some step on. This happens if a step runs a
    /// task or actor from the sleep set, which contains those that the search need not run.
    var isRedundant = false
    /// The indices of the tree nodes that may have new branches to explore.
    var changed: [Int] = []
  }

  /// Adds a finished run's choices to the search tree. If a step ran a task or actor from the sleep
  /// set (those that the search need not run at this point), the later choices are not added. Other
  /// runs have explored all schedules that continue with this step.
  ///
  /// If `pruning` is not `.none`, this method also looks for pairs of steps whose order may affect
  /// the result, and requests branches where these steps run in the opposite order.
  mutating func grow(
    with record: RunRecord,
    from branch: Branch?,
    pruning: Exploration.Pruning
  ) -> Growth {
    if pruning == .none { return addChoices(of: record, from: branch) }
    var growth = Growth()
    var sleepSet: SleepSet = [:]
    // `last` is the tree node of the run's latest choice, and `origin` is the branch that the run
    // takes from this node. Both are `nil` before the first choice.
    var last = branch?.node
    var origin = branch
    // The index of the first step where this run's choices differ from those of earlier runs.
    var first = 0
    let order = UndecidedRun(record)
    let effects = order.record.effects(pruning: pruning)
    // Maps the index of each step to the tree node where the step was chosen. Includes nodes that
    // earlier runs added.
    var nodes: [Int: Int] = [:]
    var end = record.steps.count
    if let branch {
      first = self[branch.node].step
      let effect = effects[order.index(of: first)]
      sleepSet = self[branch.node].sleepSet(before: branch.choice)
      sleepSet.wake(thoseNotCommutingWith: effect)
      let candidate = self[branch.node].candidate(of: branch.choice)
      self[branch.node].exploredCandidates[candidate] = [effect]
      for branch in path(to: branch) where record.steps[self[branch.node].step].decision == nil {
        nodes[order.index(of: self[branch.node].step)] = branch.node
      }
      if record.steps[first].decision != nil, let node = nodes[order.index(of: first)] {
        // The effect of a step may depend on the decisions made during the step. In this run, the
        // step made a decision that it had not made in any earlier run, so add the step's new
        // effect to its possible effects.
        self[node].exploredCandidates[record.steps[first].participant]?.insert(effect)
      }
    }
    for (index, step) in record.steps.enumerated() where branch == nil || index > first {
      let effect = effects[order.index(of: index)]
      sleepSet.wakeDuplicates(in: step.candidates)
      let isRepeated = sleepSet[step.participant].map { $0.contains { $0.isSame(as: effect) } }
      if isRepeated == false {
        // This task or actor was in the sleep set, because the search expected it to repeat a step
        // that another run has explored. In fact, its step had a different effect, so skipping the
        // task or actor earlier was wrong.
        sleepSet[step.participant] = nil
        addBacktrackingPoints(running: step.participant, from: last, &growth)
      }
      // After a step that repeats a step of another run, add no more choices to the tree, because
      // the other run's branch covers all schedules that continue with this step. From then on, the
      // loop only checks whether other tasks in the sleep set have the expected effects.
      if !growth.isRedundant {
        if step.alternativeCount > 1 {
          let taken = isRepeated == true ? nil : step.choice
          var new = ChoiceNode(step, at: index, from: origin, taken: taken, sleepSet: sleepSet)
          if taken != nil { new.exploredCandidates = [step.participant: [effect]] }
          let node = insert(new)
          if step.decision == nil { nodes[order.index(of: index)] = node }
          growth.changed.append(node)
          last = node
          origin = taken.map { Branch(node: node, choice: $0) }
        }
        growth.isRedundant = isRepeated == true
        if growth.isRedundant { end = index }
      }
      sleepSet[step.participant] = nil
      // After the last step, do not remove tasks from the sleep set, because the run ends there and
      // they cannot run. The code after this loop requests that the search run the tasks that are
      // still in the sleep set.
      if order.index(of: index) < order.record.steps.count - 1 {
        sleepSet.wake(thoseNotCommutingWith: effect)
      }
    }
    let steps = order.index(of: first)..<order.index(of: end)
    var races = RunRaces(order.record, effects)
    for race in races.find(from: steps.lowerBound, to: steps.upperBound) {
      guard let node = nodes[race.first], self[node].isReduced, !self[node].covers(race.initials),
        let wanted = race.initials.first(where: self[node].candidates.contains),
        self[node].addBacktrackingPoint(running: wanted)
      else { continue }
      growth.changed.append(node)
    }
    let time = record.participants.firstIndex { $0.kind == .time }
    for index in steps {
      guard let node = nodes[index], self[node].isReduced else { continue }
      for participant in order.record.disabledCandidates(at: index, time: time)
      where !self[node].covers([participant])
        && self[node].addBacktrackingPoint(running: participant)
      {
        growth.changed.append(node)
      }
    }
    // The tasks that are still in the sleep set at the end of the run have taken no step. The run
    // therefore does not confirm that it was correct to skip them, so the search must run them
    // after all.
    for sleeper in sleepSet.keys.sorted() {
      addBacktrackingPoints(running: sleeper, from: last, &growth)
    }
    close(origin ?? last.flatMap { forgetIfDone($0) })
    growth.changed.removeAll { !contains($0) }
    return growth
  }

  private mutating func addChoices(of record: RunRecord, from branch: Branch?) -> Growth {
    var growth = Growth()
    var origin = branch
    let start = branch.map { self[$0.node].step + 1 } ?? 0
    for index in start..<record.steps.count where record.steps[index].alternativeCount > 1 {
      let step = record.steps[index]
      let new = ChoiceNode(step, at: index, from: origin, taken: step.choice, isReduced: false)
      let node = insert(new)
      growth.changed.append(node)
      origin = Branch(node: node, choice: step.choice)
    }
    close(origin)
    return growth
  }

  /// Requests that the search run `participant` at nodes where it was skipped because the sleep set
  /// contained it. Goes back from `node` to the preceding nodes, and stops at the first one where
  /// `participant` was not skipped. Call this method if skipping `participant` was not justified.
  private mutating func addBacktrackingPoints(
    running participant: Int,
    from node: Int?,
    _ growth: inout Growth
  ) {
    var next = node
    while let node = next, self[node].sleepSet[participant] != nil,
      self[node].repeated != participant
    {
      if self[node].addBacktrackingPoint(running: participant) { growth.changed.append(node) }
      next = self[node].origin?.node
    }
  }
}

extension RunRecord {
  /// Returns the candidates that could have run instead of the step at `index`, but can no longer
  /// run in the same way after this step. For example, the step may simulate a crash that stops a
  /// task. The search must also try to run these candidates instead of the step. A candidate is a
  /// task, an actor or the advance of virtual time.
  fileprivate func disabledCandidates(at index: Int, time: Int?) -> [Int] {
    let step = steps[index]
    // The run ends after this step, so none of the other candidates can run later.
    if index + 1 == steps.count { return step.candidates }
    guard let time else { return step.stopped }
    // If virtual time advances only when the simulation is idle, an advance of time is a candidate
    // only if all other candidates inject faults. In that case, the search tries every candidate.
    if !isTimeAnytime {
      return step.candidates.contains(time) ? step.candidates : step.stopped
    }
    // Virtual time advances to the earliest end of a sleep. A step that cancels a task may end that
    // sleep, so it matters whether virtual time advances before or after the step.
    let canAdvance = step.cancelled.isEmpty && steps[index + 1].candidates.contains(time)
    return canAdvance ? step.stopped : step.stopped + [time]
  }
}
