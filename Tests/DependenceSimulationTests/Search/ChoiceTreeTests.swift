@testable import DependenceSimulation
import Testing

struct ChoiceTreeTests {
  private func node(from origin: ChoiceTree.Branch?) -> ChoiceNode {
    let step = Step(participant: 0, candidates: [0, 1], choice: 0)
    return ChoiceNode(step, at: 0, from: origin, taken: 0)
  }

  @Test func `a fully explored choice is removed and its slot is reused`() {
    var tree = ChoiceTree()
    let first = tree.insert(node(from: nil))
    let second = tree.insert(node(from: ChoiceTree.Branch(node: first, choice: 0)))
    let path = tree.path(to: ChoiceTree.Branch(node: second, choice: 1))
    #expect(path.map(\.node) == [first, second])
    #expect(path.map(\.choice) == [0, 1])

    tree.close(ChoiceTree.Branch(node: second, choice: 0))

    #expect([first, second].map(tree.contains) == [false, false])
    #expect(tree.count == 0)
    #expect(tree.insert(node(from: nil)) == first)
    #expect(tree.count == 1)
  }

  @Test func `a choice with untried alternatives remains in the tree`() {
    var tree = ChoiceTree()
    let first = tree.insert(node(from: nil))
    let second = tree.insert(node(from: ChoiceTree.Branch(node: first, choice: 0)))
    let isNew = tree[first].addBacktrackingPoint(running: 1)
    #expect(isNew)

    tree.close(ChoiceTree.Branch(node: second, choice: 0))

    #expect([first, second].map(tree.contains) == [true, false])
    #expect(tree[first].unfinishedBranches == 0)
    #expect(tree.count == 1)
  }
}
