extension ChoiceTree {
  struct Growth {
    var isRedundant = false
    /// The choices that may have alternatives to hand out now.
    var changed: [Int] = []
  }

  /// Adds the choices of a run that explored a branch, as far as no other run stands for it.
  ///
  /// - Parameter forced: For the index of a step, the participants that need not run at this step or after it, because another
  ///   part of the search explores the runs in which they run instead.
  mutating func grow(
    with record: RunRecord,
    from branch: Branch?,
    pruning: Exploration.Pruning,
    forced: [Int: SleepSet] = [:]
  ) -> Growth {
    if pruning == .none { return addChoices(of: record, from: branch) }
    var growth = Growth()
    var sleepers: SleepSet = [:]
    // The last choice of the run that is kept, and the branch of it, if the run explores one.
    var last = branch?.node
    var origin = branch
    // The first step that no run has taken before.
    var first = 0
    let order = record.withoutDecisions
    let effects = order.record.effects(pruning: pruning)
    // Maps the index of a step to the node of the choice that was made there, including nodes that earlier runs added.
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
        // The step that made the decision may do something else now.
        self[node].siblings[record.steps[first].participant]?.insert(effect)
      }
    }
    for (index, step) in record.steps.enumerated() where branch == nil || index > first {
      let effect = effects[order.index(of: index)]
      if let others = forced[index] { sleepers.merge(others) { _, other in other } }
      sleepers.wakeDuplicates(in: step.candidates)
      let isRepeated = sleepers[step.participant]?.contains(effect)
      if isRepeated == false {
        // Something that it was taken to have nothing to do with has changed what it does.
        sleepers[step.participant] = nil
        reopen(step.participant, from: last, &growth)
      }
      // Steps after a repeated one have been explored. They are read to see more sleepers at work.
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
      // The last step, which its decisions belong to, ends the run for everybody.
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
    // Nobody has seen what these do here.
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

  /// Lets a participant run after all at the choices, from `node` up, where it slept without having
  /// been seen to do there what it was taken to.
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
  /// The participants that never do after a step what they would have done before, if they could have run then.
  fileprivate func lost(at index: Int, time: Int?) -> [Int] {
    let step = steps[index]
    // The run ends for everybody.
    if index + 1 == steps.count { return step.candidates }
    guard let time else { return step.stopped }
    // A cancellation ends a sleep.
    let passes = step.cancelled.isEmpty && steps[index + 1].candidates.contains(time)
    return passes ? step.stopped : step.stopped + [time]
  }
}
