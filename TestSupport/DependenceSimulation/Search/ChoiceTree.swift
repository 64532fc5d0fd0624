/// The choices that an exhaustive search has reached but not completely explored, arranged as a
/// tree.
///
/// A choice is removed once everything that follows it has been explored. Memory use therefore does
/// not grow with the number of runs. If only one worker searches, the tree is a single path.
struct ChoiceTree: Sendable {
  struct Branch: Sendable, Hashable {
    let node: Int
    let choice: Int
  }

  private var nodes: [ChoiceNode?] = []
  private var free: [Int] = []

  subscript(index: Int) -> ChoiceNode {
    get { nodes[index]! }
    _modify { yield &nodes[index]! }
  }

  var count: Int { nodes.count - free.count }

  func contains(_ index: Int) -> Bool { nodes[index] != nil }

  mutating func insert(_ node: ChoiceNode) -> Int {
    guard let index = free.popLast() else {
      nodes.append(node)
      return nodes.count - 1
    }
    nodes[index] = node
    return index
  }

  /// Marks an alternative as explored and removes all choices that are now completely explored.
  mutating func close(_ branch: Branch?) {
    // Uses a loop, because recursion along a long path could overflow the stack.
    var branch = branch
    while let closed = branch {
      self[closed.node].underway -= 1
      branch = forgetIfDone(closed.node)
    }
  }

  mutating func forgetIfDone(_ index: Int) -> Branch? {
    guard self[index].isDone else { return nil }
    let origin = self[index].origin
    nodes[index] = nil
    free.append(index)
    return origin
  }

  func path(to branch: Branch?) -> [Branch] {
    var path: [Branch] = []
    var next = branch
    while let branch = next {
      path.append(branch)
      next = self[branch.node].origin
    }
    return path.reversed()
  }

  /// Returns the index of the first step at which a run did not follow the choices of its branch,
  /// or `nil` if it followed all of them.
  func divergence(of record: RunRecord, from branch: Branch?) -> Int? {
    var start = 0
    for branch in path(to: branch) {
      let node = self[branch.node]
      let choice = record.steps.indices.dropFirst(start).first {
        record.steps[$0].candidates.count > 1
      }
      guard choice == node.step, record.steps[node.step].candidates == node.candidates,
        record.steps[node.step].choice == branch.choice
      else { return min(choice ?? node.step, node.step) }
      start = node.step + 1
    }
    return nil
  }
}
