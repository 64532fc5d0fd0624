extension RunRecord {
  /// The choices at all steps with more than one candidate. They determine this run's schedule.
  var choices: [Int] { steps.filter { $0.candidates.count > 1 }.map(\.choice) }

  /// The turns and decisions of all tasks and actors, in order.
  var turns: [Turn] {
    steps.map { step in
      let job = step.candidates.prefix(step.choice).count { $0 == step.participant }
      return Turn(participant: step.participant, job: job, isDecision: step.decision != nil)
    }
  }

  /// The number of times that another task or actor ran although the previous one could have
  /// continued.
  ///
  /// A switch away from a task that is waiting or has ended does not count.
  var contextSwitches: Int { steps.indices.count { isContextSwitch(before: $0) } }

  func isContextSwitch(before index: Int) -> Bool {
    guard index > 0 else { return false }
    let previous = steps[index - 1].participant
    return steps[index].participant != previous && steps[index].candidates.contains(previous)
  }

  /// A hash of all steps. It combines the task or actor that ran, the choice and the number of
  /// candidates of each step. It is the same on every platform and in every process, and almost
  /// certainly differs for a different run.
  ///
  /// Names and source locations are not included in the hash, because they differ between builds.
  var fingerprint: UInt32 {
    var hash: UInt32 = 0x811c_9dc5
    for number in steps.flatMap({ [$0.participant, $0.choice, $0.candidates.count] }) {
      let bits = UInt32(truncatingIfNeeded: number)
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        hash = (hash ^ (bits >> shift & 0xff)) &* 0x0100_0193
      }
    }
    return hash
  }

  /// A measure of how hard a run is to understand. Choosing the first candidate, or the first
  /// element in a decision, does not count. Decisions are compared first, because a run with fewer
  /// injected faults is simpler, even if it is longer.
  var complexity: (decisions: Int, contextSwitches: Int, steps: Int, choices: Int) {
    let decisions = steps.count { $0.decision != nil && $0.choice != 0 }
    return (decisions, contextSwitches, steps.count, steps.count { $0.choice != 0 })
  }
}
