@testable import DependenceSimulation
import Testing

struct ChoiceNodeTests {
  /// Returns the effect of a step that affects only its participant.
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
    var sleepSet: SleepSet = [:]
    for participant in asleep { sleepSet[participant] = [effect(of: participant)] }
    let step = Step(participant: candidates[taken ?? 0], candidates: candidates, choice: taken ?? 0)
    var node = ChoiceNode(
      step,
      at: 0,
      from: nil,
      taken: taken,
      sleepSet: sleepSet,
      isReduced: isReduced
    )
    if let taken {
      node.exploredCandidates = [candidates[taken]: [effect(of: candidates[taken])]]
    }
    return node
  }

  private func alternatives(_ node: ChoiceNode) -> [Int] {
    var node = node
    var alternatives: [Int] = []
    while node.hasMore { alternatives.append(node.takeNext()) }
    return alternatives
  }

  @Test func `the search tries every alternative except the chosen one and sleeping ones`() {
    #expect(alternatives(node([1, 2, 3, 4], taken: 1)) == [0, 2, 3])
    #expect(alternatives(node([1, 2, 3, 4], taken: 0, asleep: [2, 4])) == [2])
    #expect(alternatives(node([1, 2], taken: nil, asleep: [1, 2])) == [])
  }

  @Test func `a sleeping alternative can be requested once`() {
    var node = node([1, 2, 3], taken: 0, asleep: [2])

    let isNew = [2, 2, 9].map { node.addBacktrackingPoint(running: $0) }

    #expect(isNew == [true, false, false])
    #expect(alternatives(node) == [2, 1])
  }

  @Test func `an explored alternative sleeps while the others run`() {
    let node = node([1, 2, 3], taken: 0, asleep: [3])

    #expect(node.sleepSet(before: 1).keys.sorted() == [1, 3])
    #expect(node.sleepSet(before: 2).keys.sorted() == [1])
  }

  @Test func `a participant with several candidates never sleeps`() {
    let node = node([1, 2, 1, 3, 3], taken: 0, asleep: [3])

    #expect(node.sleepSet(before: 1).isEmpty)
    #expect(
      self.node([1, 2, 3], taken: 0, asleep: [9]).sleepSet(before: 1).keys.sorted() == [1, 9]
    )
  }

  @Test func `a reduced search tries only requested alternatives`() {
    var node = node([1, 2, 3], taken: 0, isReduced: true)

    #expect(alternatives(node) == [])
    #expect(node.covers([1]) && !node.covers([2, 3]))
    #expect(node.addBacktrackingPoint(running: 3) && !node.addBacktrackingPoint(running: 1))
    #expect(alternatives(node) == [2])
    #expect(node.covers([2, 3]))
    #expect(self.node([1, 2, 3], taken: 0, asleep: [2], isReduced: true).covers([2]))
  }

  @Test func `if a candidate represents several choices, the search tries all of them`() {
    #expect(alternatives(node([1, 2, 2], taken: 0, isReduced: true)) == [1, 2])
  }

  @Test func `a node without an explored choice tries an awake alternative`() {
    #expect(alternatives(node([1, 2], taken: nil, asleep: [1], isReduced: true)) == [1])
    #expect(alternatives(node([1, 2], taken: nil, asleep: [1, 2], isReduced: true)) == [])
  }

  @Test func `a node is done when no alternatives and no runs remain`() {
    var node = node([1, 2], taken: 0)
    let alternative = node.takeNext()

    #expect(alternative == 1)
    #expect(!node.hasMore)
    #expect(!node.isDone)

    node.unfinishedBranches -= 2

    #expect(node.isDone)
  }
}
