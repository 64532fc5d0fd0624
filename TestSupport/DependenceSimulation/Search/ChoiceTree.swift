/// The choices of which not every alternative has been explored to its end.
///
/// A choice is forgotten when all that follows it has been explored, so that memory does not grow with
/// the number of runs: in a search by one worker it is one path.
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

  /// Says that an alternative has been explored to its end, and forgets what is thereby done.
  mutating func close(_ branch: Branch?) {
    // A loop, as a path may be longer than the stack is deep.
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

  /// The first step of a run that was not the same as before, although it was to explore this branch; nil if all were.
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
