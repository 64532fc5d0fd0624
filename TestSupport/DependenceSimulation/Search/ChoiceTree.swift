/// The tree of choices that an exhaustive search has not fully explored. A node represents a choice
/// that a run has reached, and its branches represent the alternatives, such as the tasks that can
/// run next.
///
/// A node is removed once all schedules that begin with the choices on the path to it have been
/// explored, so memory use does not grow with the number of runs. In a depth-first search, the tree
/// is a single path.
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

  /// Marks a branch as fully explored. If the branch's node has no other branch left to explore,
  /// removes the node, and does the same with the branch that leads to the node, up to the root.
  mutating func close(_ branch: Branch?) {
    // Use a loop because recursion along a long path could overflow the stack.
    var branch = branch
    while let closed = branch {
      self[closed.node].unfinishedBranches -= 1
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

  /// Forgets the effects of the step that made the decision at `node`, so that the step's task or
  /// actor does not sleep (is not skipped) in other branches. Does nothing if `node` is not a
  /// decision.
  ///
  /// Call this method before discarding the other alternatives of the decision. The step may have a
  /// different effect after each alternative, and the effects after the discarded alternatives stay
  /// unknown. The search can skip a task only if it knows all possible effects of the task's next
  /// step.
  mutating func forgetEffects(ofStepDecidingAt node: Int) {
    guard self[node].isDecision else { return }
    // Go back to the node where the step itself was chosen. There may be other nodes in between,
    // because the step may have made other decisions before this one.
    var origin = self[node].origin
    while let branch = origin, self[branch.node].isDecision { origin = self[branch.node].origin }
    guard let origin else { return }
    self[origin.node].exploredCandidates[self[origin.node].candidate(of: origin.choice)] = nil
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

  /// Returns the index of the first step where a run deviated from the choices that lead to
  /// `branch`, even though its schedule requested them. Returns `nil` if the run made all of these
  /// choices. A deviation means that the code under test is not deterministic.
  func divergence(of record: RunRecord, from branch: Branch?) -> Int? {
    var start = 0
    for branch in path(to: branch) {
      let node = self[branch.node]
      let choice = record.steps.indices.dropFirst(start).first {
        record.steps[$0].alternativeCount > 1
      }
      guard choice == node.step, record.steps[node.step].candidates == node.candidates,
        record.steps[node.step].alternativeCount == node.alternativeCount,
        record.steps[node.step].choice == branch.choice
      else { return min(choice ?? node.step, node.step) }
      start = node.step + 1
    }
    return nil
  }
}
