extension ChoiceTree {
  struct Growth {
    var isRedundant = false
    /// The indices of the choices that may now have alternatives to explore.
    var changed: [Int] = []
  }

  /// Adds the choices of a finished run to the tree, except for choices that other runs explore.
  ///
  /// - Parameter forced: Maps the index of a step to the tasks and actors that do not need to run
  ///   at or after this step, because another part of the search runs them instead.
  mutating func grow(
    with record: RunRecord,
    from branch: Branch?,
    pruning: Exploration.Pruning,
    forced: [Int: SleepSet] = [:]
  ) -> Growth {
    if pruning == .none { return addChoices(of: record, from: branch) }
    var growth = Growth()
    var sleepers: SleepSet = [:]
    // The last of this run's choices in the tree, and the branch that the run takes there, if any.
    var last = branch?.node
    var origin = branch
    // The index of the first step that no earlier run has taken.
    var first = 0
    let order = record.withoutDecisions
    let effects = order.record.effects(pruning: pruning)
    // Maps the index of a step to the node of its choice, including nodes that earlier runs added.
    var nodes: [Int: Int] = [:]
    var end = record.steps.count
    if let branch {
      first = self[branch.node].step
      let effect = effects[order.index(of: first)]
      sleepers = self[branch.node].sleepers(before: branch.choice)
      sleepers.wake(thoseNotCommutingWith: effect)
      self[branch.node].siblings[self[branch.node].candidates[branch.choice]] = NextEffects(effect)
      for branch in path(to: branch) where record.steps[self[branch.node].step].decision == nil {
        nodes[order.index(of: self[branch.node].step)] = branch.node
      }
      if record.steps[first].decision != nil, let node = nodes[order.index(of: first)] {
        // The step that made this decision may have a different effect if the decision is
        // different.
        self[node].siblings[record.steps[first].participant]?.insert(effect)
      }
    }
    for (index, step) in record.steps.enumerated() where branch == nil || index > first {
      let effect = effects[order.index(of: index)]
      if let others = forced[index] { sleepers.merge(others) { _, other in other } }
      sleepers.wakeDuplicates(in: step.candidates)
      let isRepeated = sleepers[step.participant]?.contains(effect)
      if isRepeated == false {
        // The step's effect is not the expected one, so it was wrong to skip this task or actor.
        sleepers[step.participant] = nil
        reopen(step.participant, from: last, &growth)
      }
      // Other runs explore the steps after a repeated step, so choices at these steps are not
      // added. The steps are examined only to check the expected effects of other sleeping tasks.
      if !growth.isRedundant {
        if step.candidates.count > 1 {
          let taken = isRepeated == true ? nil : step.choice
          var new = ChoiceNode(step, at: index, from: origin, taken: taken, sleepers: sleepers)
          if taken != nil { new.siblings = [step.participant: NextEffects(effect)] }
          let node = insert(new)
          if step.decision == nil { nodes[order.index(of: index)] = node }
          growth.changed.append(node)
          last = node
          origin = taken.map { Branch(node: node, choice: $0) }
        }
        growth.isRedundant = isRepeated == true
        if growth.isRedundant { end = index }
      }
      sleepers[step.participant] = nil
      // The last step ends the run, so no sleeping task can run after it.
      if order.index(of: index) < order.record.steps.count - 1 {
        sleepers.wake(thoseNotCommutingWith: effect)
      }
    }
    let steps = order.index(of: first)..<order.index(of: end)
    var races = RunRaces(order.record, effects)
    for race in races.find(from: steps.lowerBound, to: steps.upperBound) {
      guard let node = nodes[race.first], self[node].isReduced, !self[node].covers(race.initials),
        let wanted = race.initials.first(where: self[node].candidates.contains),
        self[node].reopen(wanted)
      else { continue }
      growth.changed.append(node)
    }
    let time = record.participants.firstIndex { $0.kind == .time }
    for index in steps {
      guard let node = nodes[index], self[node].isReduced else { continue }
      for participant in order.record.lost(at: index, time: time)
      where !self[node].covers([participant]) && self[node].reopen(participant) {
        growth.changed.append(node)
      }
    }
    // These tasks were skipped until the end of the run, so nothing proves that skipping them was
    // right.
    for sleeper in sleepers.keys.sorted() { reopen(sleeper, from: last, &growth) }
    close(origin ?? last.flatMap { forgetIfDone($0) })
    growth.changed.removeAll { !contains($0) }
    return growth
  }

  private mutating func addChoices(of record: RunRecord, from branch: Branch?) -> Growth {
    var growth = Growth()
    var origin = branch
    let start = branch.map { self[$0.node].step + 1 } ?? 0
    for index in start..<record.steps.count where record.steps[index].candidates.count > 1 {
      let step = record.steps[index]
      let new = ChoiceNode(step, at: index, from: origin, taken: step.choice, isReduced: false)
      let node = insert(new)
      growth.changed.append(node)
      origin = Branch(node: node, choice: step.choice)
    }
    close(origin)
    return growth
  }

  /// Requests `participant` at `node` and at earlier choices where it was skipped, because no run
  /// has proved that skipping it there was right.
  private mutating func reopen(_ participant: Int, from node: Int?, _ growth: inout Growth) {
    var next = node
    while let node = next, self[node].sleepers[participant] != nil,
      self[node].repeated != participant
    {
      if self[node].reopen(participant) { growth.changed.append(node) }
      next = self[node].origin?.node
    }
  }
}

extension RunRecord {
  /// Returns the tasks and actors that could run instead of this step but could not do the same
  /// later.
  fileprivate func lost(at index: Int, time: Int?) -> [Int] {
    let step = steps[index]
    // The run ends after this step, so no other candidate can run later.
    if index + 1 == steps.count { return step.candidates }
    guard let time else { return step.stopped }
    // A cancellation may end a sleep early. Virtual time then no longer has to pass until the
    // planned end of that sleep.
    let passes = step.cancelled.isEmpty && steps[index + 1].candidates.contains(time)
    return passes ? step.stopped : step.stopped + [time]
  }
}
