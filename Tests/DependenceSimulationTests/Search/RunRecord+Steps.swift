@testable import DependenceSimulation

extension RunRecord {
  /// A record of steps, each of which lets the first candidate with this number run.
  init(_ steps: (participant: Int, candidates: [Int])...) {
    self.init()
    participants = (0..<(steps.flatMap(\.candidates).max() ?? -1) + 1).map {
      Participant(number: $0, kind: .task)
    }
    self.steps = steps.map { participant, candidates in
      Step(
        participant: participant,
        candidates: candidates,
        choice: candidates.firstIndex(of: participant)!
      )
    }
  }
}
