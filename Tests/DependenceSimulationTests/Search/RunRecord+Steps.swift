@testable import DependenceSimulation

extension RunRecord {
  /// A record of steps, each of which lets the first candidate with this number run.
  init(_ steps: (participant: Int, candidates: [Int])...) {
    self.init()
    self.steps = steps.map { participant, candidates in
      Step(
        participant: participant,
        candidates: candidates,
        choice: candidates.firstIndex(of: participant)!
      )
    }
  }
}
