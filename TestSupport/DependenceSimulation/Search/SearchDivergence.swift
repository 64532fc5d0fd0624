/// The same choices led to something else than before: the code is not deterministic.
struct SearchDivergence: Sendable, Hashable {
  /// Who ran, and who could have.
  struct Choice: Sendable, Hashable {
    let participant: Int
    let candidates: [Int]
  }

  /// The first step, from 0, that is known to be different.
  let step: Int
  /// What there was before; nil if there was nothing to choose.
  let expected: Choice?
  /// What there is now; nil if the run had ended.
  let found: Choice?
}

extension ChoiceTree {
  /// Where a run did not follow the branch that it was to explore; nil if it did.
  func divergence(of record: RunRecord, from branch: Branch?) -> SearchDivergence? {
    var next = 0
    for branch in path(to: branch) {
      let node = self[branch.node]
      let extra = record.steps[..<min(node.step, record.steps.count)].indices[next...].first {
        record.steps[$0].candidates.count > 1
      }
      if let extra {
        return SearchDivergence(step: extra, expected: nil, found: record.steps[extra].asChoice)
      }
      let found = record.steps.indices.contains(node.step) ? record.steps[node.step] : nil
      let expected = SearchDivergence.Choice(
        participant: node.candidates[branch.choice],
        candidates: node.candidates
      )
      if found?.asChoice != expected || found?.choice != branch.choice {
        return SearchDivergence(step: node.step, expected: expected, found: found?.asChoice)
      }
      next = node.step + 1
    }
    return nil
  }
}

extension Step {
  fileprivate var asChoice: SearchDivergence.Choice {
    SearchDivergence.Choice(participant: participant, candidates: candidates)
  }
}
