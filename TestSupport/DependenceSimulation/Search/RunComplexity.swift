/// How hard a run is to follow.
struct RunComplexity: Sendable, Hashable, Comparable {
  let contextSwitches: Int
  let steps: Int
  /// How often another one ran than first in, first out would have let run.
  let choices: Int

  static func < (left: Self, right: Self) -> Bool {
    (left.contextSwitches, left.steps, left.choices)
      < (right.contextSwitches, right.steps, right.choices)
  }
}

extension RunRecord {
  var complexity: RunComplexity {
    RunComplexity(
      contextSwitches: contextSwitches,
      steps: steps.count,
      choices: steps.count { $0.choice != 0 }
    )
  }
}
