@testable import DependenceSimulation
import Testing

struct ChoiceNodeTests {
  /// The effect of a step that touches nobody but its participant.
  private func effect(of participant: Int) -> StepEffect {
    let record = RunRecord((participant, [participant]), (0, [0]))
    return record.effects(pruning: .independentTasks)[0]
  }

  private func node(
    _ candidates: [Int],
    taken: Int?,
    asleep: [Int] = [],
    isReduced: Bool = false
  ) -> ChoiceNode {
    var sleepers: SleepSet = [:]
    for participant in asleep { sleepers[participant] = NextEffects(effect(of: participant)) }
    let step = Step(participant: candidates[taken ?? 0], candidates: candidates, choice: taken ?? 0)
    var node = ChoiceNode(
      step,
      at: 0,
      from: nil,
      taken: taken,
      sleepers: sleepers,
      isReduced: isReduced
    )
    if let taken {
      node.siblings = [candidates[taken]: NextEffects(effect(of: candidates[taken]))]
    }
    return node
  }

  private func alternatives(_ node: ChoiceNode) -> [Int] {
    var node = node
    var alternatives: [Int] = []
    while node.hasMore { alternatives.append(node.takeNext()) }
    return alternatives
  }

  @Test func `every alternative is handed out but the one that was taken and those that sleep`() {
    #expect(alternatives(node([1, 2, 3, 4], taken: 1)) == [0, 2, 3])
    #expect(alternatives(node([1, 2, 3, 4], taken: 0, asleep: [2, 4])) == [2])
    #expect(alternatives(node([1, 2], taken: nil, asleep: [1, 2])) == [])
  }

  @Test func `a sleeper may be let run after all, once`() {
    var node = node([1, 2, 3], taken: 0, asleep: [2])

    let reopened = [node.reopen(2), node.reopen(2), node.reopen(9)]

    #expect(reopened == [true, false, false])
    #expect(alternatives(node) == [2, 1])
  }

  @Test func `who was let run sleeps beside`() {
    let node = node([1, 2, 3], taken: 0, asleep: [3])

    #expect(node.sleepers(before: 1).keys.sorted() == [1, 3])
    #expect(node.sleepers(before: 2).keys.sorted() == [1])
  }

  @Test func `nobody of two with the same number sleeps`() {
    let node = node([1, 2, 1, 3, 3], taken: 0, asleep: [3])

    #expect(node.sleepers(before: 1).isEmpty)
    #expect(
      self.node([1, 2, 3], taken: 0, asleep: [9]).sleepers(before: 1).keys.sorted() == [1, 9]
    )
  }

  @Test func `in a reduced search only those are handed out that are asked for`() {
    var node = node([1, 2, 3], taken: 0, isReduced: true)

    #expect(alternatives(node) == [])
    #expect(node.covers([1]) && !node.covers([2, 3]))
    #expect(node.reopen(3) && !node.reopen(1))
    #expect(alternatives(node) == [2])
    #expect(node.covers([2, 3]))
    #expect(self.node([1, 2, 3], taken: 0, asleep: [2], isReduced: true).covers([2]))
  }

  @Test func `where one stands for several, all are handed out`() {
    #expect(alternatives(node([1, 2, 2], taken: 0, isReduced: true)) == [1, 2])
  }

  @Test func `who did not explore anything explores somebody who is awake`() {
    #expect(alternatives(node([1, 2], taken: nil, asleep: [1], isReduced: true)) == [1])
    #expect(alternatives(node([1, 2], taken: nil, asleep: [1, 2], isReduced: true)) == [])
  }

  @Test func `it is done when nothing is left and nothing is underway`() {
    var node = node([1, 2], taken: 0)
    let alternative = node.takeNext()

    #expect(alternative == 1)
    #expect(!node.hasMore)
    #expect(!node.isDone)

    node.underway -= 2

    #expect(node.isDone)
  }
}
