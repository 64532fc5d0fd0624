extension ChoiceTree {
  /// Adds the choices of a run that explored a branch, as far as no other run stands for it.
  mutating func addAwakeChoices(of record: RunRecord, from branch: Branch?) -> Growth {
    var growth = Growth()
    var sleepers = SleepSet()
    // The last choice of the run that is kept, and the branch of it, if the run explores one.
    var last = branch?.node
    var origin = branch
    var start = 0
    var effects = StepEffects(of: record, from: branch.map { self[$0.node].step } ?? 0)
    if let branch {
      start = self[branch.node].step + 1
      sleepers = learn(effects.next(), of: branch)
      growth.changed.append(branch.node)
    }
    for index in start..<record.steps.count {
      let step = record.steps[index]
      let effect = effects.next()
      sleepers.wakeDuplicates(in: step.candidates)
      let isRepeated = sleepers.effect(of: step.participant)?.isSame(as: effect)
      if isRepeated == false {
        // Something that it was taken to have nothing to do with has changed what it does.
        sleepers.wake(step.participant)
        reopen(step.participant, from: last, &growth)
      }
      // What comes after a repeated step has been explored. It is read to see more sleepers at work.
      if !growth.isRedundant {
        if step.candidates.count > 1 {
          let taken = isRepeated == true ? nil : step.choice
          let node = insert(
            ChoiceNode(step, at: index, from: origin, taken: taken, sleepers: sleepers)
          )
          if let taken {
            self[node].siblings = [ChoiceNode.Sibling(choice: taken, effect: effect)]
          }
          growth.pruned += self[node].pruned
          growth.changed.append(node)
          last = node
          origin = taken.map { Branch(node: node, choice: $0) }
        } else if isRepeated == true {
          growth.pruned += 1
        }
        growth.isRedundant = isRepeated == true
      }
      sleepers.wake(step.participant)
      if index < record.steps.count - 1 { sleepers.wake(thoseNotCommutingWith: effect) }
    }
    // Nobody has seen what these do here.
    for sleeper in sleepers.participants.sorted() { reopen(sleeper, from: last, &growth) }
    close(origin ?? last.flatMap { forgetIfDone($0) })
    growth.changed.removeAll { !contains($0) }
    return growth
  }

  /// Notes what the run of a branch did first.
  ///
  /// - Returns: Who sleeps after that.
  private mutating func learn(_ effect: StepEffect, of branch: Branch) -> SleepSet {
    var sleepers = self[branch.node].sleepers(before: branch.choice)
    sleepers.wake(thoseNotCommutingWith: effect)
    self[branch.node].siblings.append(ChoiceNode.Sibling(choice: branch.choice, effect: effect))
    self[branch.node].isWaiting = false
    return sleepers
  }

  /// Lets a participant run after all at the choices, from `node` up, where it slept without having
  /// been seen to do there what it was taken to.
  private mutating func reopen(_ participant: Int, from node: Int?, _ growth: inout Growth) {
    var next = node
    while let node = next, self[node].sleepers.contains(participant),
      self[node].repeated != participant
    {
      if self[node].reopen(participant) {
        growth.pruned -= 1
        growth.changed.insert(node, at: 0)
      }
      next = self[node].origin?.node
    }
  }
}
