extension RunRecord {
  /// The choices among several candidates: the schedule of this run.
  var choices: [Int] { steps.filter { $0.candidates.count > 1 }.map(\.choice) }

  /// The participants that ran, in order.
  var turns: [Turn] {
    steps.map { step in
      let job = step.candidates.prefix(step.choice).count { $0 == step.participant }
      return Turn(participant: step.participant, job: job, isDecision: step.decision != nil)
    }
  }

  /// The number of times that another participant ran although the one before could have gone on.
  ///
  /// It costs nothing to go on with another one when a participant waits or is at its end.
  var contextSwitches: Int { steps.indices.count { isContextSwitch(before: $0) } }

  func isContextSwitch(before index: Int) -> Bool {
    guard index > 0 else { return false }
    let previous = steps[index - 1].participant
    return steps[index].participant != previous && steps[index].candidates.contains(previous)
  }

  /// A hash of who ran and what was chosen among how many: the same on every platform and in every
  /// process, and in all likelihood another one for another run.
  ///
  /// Names and places are not in it, which differ between builds.
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

  /// A measure of how hard a run is to follow. Only decisions that did not take the first element count, and only choices
  /// that did not take the first candidate. Decisions come first: a run with fewer faults is simpler, even if it is longer.
  var complexity: (decisions: Int, contextSwitches: Int, steps: Int, choices: Int) {
    let decisions = steps.count { $0.decision != nil && $0.choice != 0 }
    return (decisions, contextSwitches, steps.count, steps.count { $0.choice != 0 })
  }
}
