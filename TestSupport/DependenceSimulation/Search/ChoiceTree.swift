/// The choices of which not every alternative has been explored to its end.
///
/// A choice is forgotten when all that follows it has been explored, so that memory does not grow with
/// the number of runs: in a search by one worker it is one path.
struct ChoiceTree: Sendable {
  /// One alternative of one choice.
  struct Branch: Sendable, Hashable {
    let node: Int
    let choice: Int
  }

  private var nodes: [ChoiceNode?] = []
  /// Where nodes can go, as those that were there are forgotten.
  private var free: [Int] = []

  subscript(index: Int) -> ChoiceNode {
    get { nodes[index]! }
    _modify { yield &nodes[index]! }
  }

  /// How many choices are kept.
  var count: Int { nodes.count - free.count }

  /// Whether a choice is kept.
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

  /// Forgets a choice if nothing of it is left.
  ///
  /// - Returns: The branch that is thereby explored to its end.
  mutating func forgetIfDone(_ index: Int) -> Branch? {
    guard self[index].isDone else { return nil }
    let origin = self[index].origin
    nodes[index] = nil
    free.append(index)
    return origin
  }

  /// The branches that lead to this one, the first of all first, itself included.
  func path(to branch: Branch?) -> [Branch] {
    var path: [Branch] = []
    var next = branch
    while let branch = next {
      path.append(branch)
      next = self[branch.node].origin
    }
    return path.reversed()
  }
}
