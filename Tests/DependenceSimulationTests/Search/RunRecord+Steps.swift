@testable import DependenceSimulation

extension RunRecord {
  /// Creates a record with one step for each argument. The step runs the first candidate that is
  /// equal to the given participant.
  init(_ steps: (participant: Int, candidates: [Int])...) {
    self.init()
    participants = (0..<(steps.flatMap(\.candidates).max() ?? -1) + 1).map {
      Participant(id: $0, kind: .task)
    }
    var count = 0
    self.steps = steps.map { participant, candidates in
      count = max(count, candidates.max()! + 1)
      return Step(
        participant: participant,
        candidates: candidates,
        choice: candidates.firstIndex(of: participant)!,
        participantCount: count
      )
    }
  }
}

extension Step.Uses {
  /// The uses of a step that raises the priorities of tasks to `.medium`. The two ranges of lower
  /// priorities have the lowest two of the bits for raised priorities.
  static let raisesToMediumPriority = Step.Uses(rawValue: 3 << 16)
}
