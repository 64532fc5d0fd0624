@testable import DependenceSimulation
import Testing

struct ChoiceTreeGrowthTests {
  /// Returns the alternatives that remain to be explored after the first run of a search, by step.
  private func requested(
    after record: RunRecord,
    _ pruning: Exploration.Pruning = .independentTasks
  ) -> [Int: [Int]] {
    var tree = ChoiceTree()
    let growth = tree.grow(with: record, from: nil, pruning: pruning)
    var requested: [Int: [Int]] = [:]
    for index in Set(growth.changed) {
      var node = tree[index]
      while node.hasMore {
        requested[node.step, default: []].append(node.candidates[node.takeNext()])
      }
    }
    #expect(!growth.isRedundant)
    return requested
  }

  /// Returns the record of a run in which virtual time, which is participant 1, advances between
  /// the second and the last step of a task. Time could have advanced earlier.
  private func run(_ change: (inout RunRecord) -> Void = { _ in }) -> RunRecord {
    var record = RunRecord((0, [0, 1]), (0, [0, 1]), (1, [0, 1]), (0, [0]))
    record.participants[1].kind = .time
    change(&record)
    return record
  }

  @Test func `a later advance of time is not tried earlier if no step observes it`() {
    #expect(requested(after: run()) == [2: [0]])
  }

  @Test func `the search advances time before a cancellation that ends a sleep`() {
    let first = run { $0.steps[0].cancelled = [9] }
    let second = run { $0.steps[1].cancelled = [9] }

    #expect(requested(after: first) == [0: [1], 2: [0]])
    #expect(requested(after: second) == [1: [1], 2: [0]])
  }

  @Test func `the search advances time before a step after which it cannot advance`() {
    let first = run {
      $0.steps[1].candidates = [0]
      $0.steps[2] = Step(participant: 0, candidates: [0], choice: 0)
    }
    let second = run { $0.steps[2] = Step(participant: 0, candidates: [0], choice: 0) }

    #expect(requested(after: first) == [0: [1]])
    #expect(requested(after: second) == [1: [1]])
  }

  @Test func `the search advances time before the first step of another run that prevents it`() {
    var tree = ChoiceTree()
    var first = RunRecord((0, [0, 2, 1]), (2, [2, 1]), (1, [1]), (0, [0]))
    var second = RunRecord((2, [0, 2, 1]), (0, [0, 1]), (1, [1]), (0, [0]))
    for step in 0..<2 {
      first.steps[step].uses = .streams
      second.steps[step].uses = .streams
    }
    first.participants[1].kind = .time
    second.participants[1].kind = .time
    second.steps[0].cancelled = [9]
    let node = tree.grow(with: first, from: nil, pruning: .independentTasks).changed[0]
    let choice = tree[node].takeNext()
    #expect(choice == 1)

    let branch = ChoiceTree.Branch(node: node, choice: choice)
    let growth = tree.grow(with: second, from: branch, pruning: .independentTasks)

    #expect(growth.changed.contains(node))
    #expect(tree[node].takeNext() == 2)
    #expect(!tree[node].hasMore)
  }

  @Test func `a participant other than time is not tried before a cancellation`() {
    let record = run {
      $0.participants[1].kind = .task
      $0.steps[0].cancelled = [9]
    }

    #expect(requested(after: record) == [2: [0]])
  }

  @Test func `all candidates of the last step are tried`() {
    #expect(requested(after: RunRecord((1, [0, 1, 2]))) == [0: [0, 2]])
    #expect(requested(after: RunRecord((0, [0]), (1, [1, 2]))) == [1: [2]])
  }

  @Test func `if a candidate represents several choices, all alternatives remain`() {
    let record = RunRecord((1, [1, 2, 2]), (2, [2, 2]), (2, [2]))

    #expect(requested(after: record) == [0: [2, 2], 1: [2]])
  }

  @Test func `without pruning, every alternative remains`() {
    let record = RunRecord((1, [0, 1, 2]), (0, [0]), (2, [2, 3]))

    #expect(requested(after: record, .none) == [0: [0, 2], 2: [3]])
  }

  // MARK: - Sleepers

  /// Returns the record of a run with known participants, in which some of the steps write to a
  /// stream.
  private func run(
    _ steps: [(participant: Int, candidates: [Int])],
    writing: [Int] = [],
    waking: Int? = nil
  ) -> RunRecord {
    var record = RunRecord()
    record.participants = (0...5).map { Participant(id: $0, kind: .task) }
    record.steps = steps.map { participant, candidates in
      let choice = candidates.firstIndex(of: participant)!
      return Step(
        participant: participant,
        candidates: candidates,
        choice: choice,
        participantCount: 6
      )
    }
    for step in writing { record.steps[step].uses = .streams }
    if let waking { record.steps[waking].woke = [3] }
    return record
  }

  /// Returns the tree after a run in which participant 1 wakes participant 3, which then writes to
  /// a stream that participant 0 has written to. The search must therefore try participant 1 before
  /// participant 0.
  private func asleep() -> (tree: ChoiceTree, branch: ChoiceTree.Branch) {
    var tree = ChoiceTree()
    let first = run([(0, [0, 1]), (1, [1]), (3, [3]), (5, [5])], writing: [0, 2], waking: 1)
    let node = tree.grow(with: first, from: nil, pruning: .independentTasks).changed[0]
    return (tree, ChoiceTree.Branch(node: node, choice: tree[node].takeNext()))
  }

  @Test func `a sleeping participant that behaves differently is tried where it slept`() {
    var (tree, branch) = asleep()
    #expect(branch.choice == 1)
    let second = run([(1, [0, 1]), (2, [0, 2, 3]), (0, [0, 3]), (5, [5])], waking: 0)

    let growth = tree.grow(with: second, from: branch, pruning: .independentTasks)

    let open = Set(growth.changed).filter { tree[$0].hasMore }
    #expect(!growth.isRedundant)
    #expect(open.map { tree[$0].step } == [1])
    #expect(open.map { tree[$0].takeNext() } == [0])
  }
}
