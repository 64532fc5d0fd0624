extension RunRecord {
  /// The choices that determine the schedule of this run: the index of the chosen alternative for
  /// each step or decision with at least two alternatives.
  var choices: [Int] { steps.filter { $0.alternativeCount > 1 }.map(\.choice) }

  /// The order in which tasks and actors ran their steps and made their decisions.
  /// ``Schedule/order(_:)`` creates a schedule that repeats this order.
  var turns: [Turn] {
    steps.map { step in
      if step.decision != nil {
        return Turn(participant: step.participant, job: step.choice, isDecision: true)
      }
      let job = step.candidates.prefix(step.choice).count { $0 == step.participant }
      return Turn(participant: step.participant, job: job)
    }
  }

  /// The number of preemptions: switches to another task or actor while the previous one could have
  /// continued. Switches away from a task that is waiting or has ended do not count.
  var contextSwitches: Int { steps.indices.count { isContextSwitch(before: $0) } }

  func isContextSwitch(before index: Int) -> Bool {
    guard index > 0 else { return false }
    let previous = steps[index - 1].participant
    return steps[index].participant != previous && steps[index].candidates.contains(previous)
  }

  /// A hash of the order in which tasks and actors ran. For each step, it includes the task or
  /// actor that ran, how many tasks and actors could have run, and the index of the one that was
  /// chosen. The same run has the same hash on every platform and in every process. Different runs
  /// almost certainly have different hashes.
  ///
  /// The hash does not include names or source locations, because these differ between builds.
  var fingerprint: UInt32 {
    var hash: UInt32 = 0x811c_9dc5
    for value in steps.flatMap({ [$0.participant, $0.choice, $0.alternativeCount] }) {
      let bits = UInt32(truncatingIfNeeded: value)
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        hash = (hash ^ (bits >> shift & 0xff)) &* 0x0100_0193
      }
    }
    return hash
  }

  /// A measure of how hard a run is to understand, which the shrinker minimizes. `decisions` is the
  /// number of decisions (outcomes of calls such as `Simulation.choose`) that did not select the
  /// first alternative. It is compared first, because a run with fewer unusual events, such as a
  /// full disk, is simpler even if it is longer. `choices` is the number of decisions and steps
  /// that selected a candidate other than the first.
  var complexity: (decisions: Int, contextSwitches: Int, steps: Int, choices: Int) {
    let decisions = steps.count { $0.decision != nil && $0.choice != 0 }
    return (decisions, contextSwitches, steps.count, steps.count { $0.choice != 0 })
  }
}
