/// The choices of which not every alternative has been explored to its end.
///
/// A choice is forgotten when all that follows it has been explored, so that memory does not grow with
/// the number of schedules: in a search by one worker it is one path.
struct ChoiceTree: Sendable {
  /// One alternative of one choice.
  struct Branch: Sendable, Hashable {
    let node: Int
    let choice: Int
  }

  /// An alternative that was let run, and what it did at once.
  struct Sibling: Sendable {
    let choice: Int
    let effect: StepEffect
  }

  /// One choice, after certain others.
  struct Node: Sendable {
    /// The branch that led here; nil for the first choice of all.
    let origin: Branch?
    /// The index of the step in the run that came here.
    let step: Int
    let candidates: [Int]
    /// Who slept on arrival.
    let sleepers: SleepSet
    /// The sleeper that ran on arrival, and did what it was taken to.
    let repeated: Int?
    /// What those did that were let run here, in order.
    var siblings: [Sibling] = []
    /// How many alternatives are being explored.
    var underway = 0
    /// Whether to wait for the run of one alternative before another one is handed out.
    var isWaiting = false
    /// Whether the choice is in the list of those that have alternatives to hand out.
    var isListed = false
    /// The next alternative to look at, and the one that was explored on arrival.
    fileprivate var cursor = 0
    fileprivate let taken: Int?
    fileprivate var reopened: [Int] = []
    fileprivate var everReopened: Set<Int> = []
  }

  private var nodes: [Node?] = []
  private var free: [Int] = []

  subscript(index: Int) -> Node {
    get { nodes[index]! }
    _modify { yield &nodes[index]! }
  }

  /// How many choices are kept.
  var count: Int { nodes.count - free.count }

  mutating func insert(_ node: Node) -> Int {
    guard let index = free.popLast() else {
      nodes.append(node)
      return nodes.count - 1
    }
    nodes[index] = node
    return index
  }

  /// Says that an alternative has been explored to its end, and forgets what is thereby done.
  mutating func close(_ branch: Branch?) {
    var branch = branch
    while let closed = branch {
      self[closed.node].underway -= 1
      branch = forgetIfDone(closed.node)
    }
  }

  /// Forgets a choice if nothing of it is left.
  ///
  /// - Returns: The branch that is thereby done.
  mutating func forgetIfDone(_ index: Int) -> Branch? {
    guard self[index].isDone else { return nil }
    let origin = self[index].origin
    nodes[index] = nil
    free.append(index)
    return origin
  }

  func contains(_ index: Int) -> Bool { nodes[index] != nil }

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

extension ChoiceTree.Node {
  /// - Parameter taken: The alternative that the run which came here explores; nil if it explores none.
  init(
    _ step: Step,
    at index: Int,
    from origin: ChoiceTree.Branch?,
    taken: Int?,
    sleepers: SleepSet = SleepSet()
  ) {
    self.origin = origin
    self.step = index
    self.taken = taken
    self.sleepers = sleepers
    candidates = step.candidates
    repeated = taken == nil ? step.participant : nil
    underway = taken == nil ? 0 : 1
    skip()
  }

  /// Whether there are alternatives to hand out, now or later.
  var hasMore: Bool { cursor < candidates.count || !reopened.isEmpty }

  fileprivate var isDone: Bool { !hasMore && underway == 0 }

  /// Takes the next alternative, of which there must be one.
  mutating func takeNext() -> Int {
    underway += 1
    guard cursor < candidates.count else { return reopened.removeFirst() }
    defer {
      cursor += 1
      skip()
    }
    return cursor
  }

  /// How many alternatives are asleep.
  var pruned: Int { candidates.count { sleepers.contains($0) } }

  /// Makes the alternative of a sleeping participant one to explore after all.
  ///
  /// - Returns: Whether it was none before.
  mutating func reopen(_ participant: Int) -> Bool {
    guard let choice = candidates.firstIndex(of: participant),
      everReopened.insert(choice).inserted
    else { return false }
    reopened.append(choice)
    return true
  }

  /// Who sleeps after this alternative, which did `effect`.
  func sleepers(after choice: Int, doing effect: StepEffect) -> SleepSet {
    var sleepers = resting(during: choice)
    sleepers.wake(thoseNotCommutingWith: effect)
    return sleepers
  }

  /// Who sleeps if this alternative commutes with all others.
  func resting(during choice: Int) -> SleepSet {
    var resting = sleepers
    if !everReopened.contains(choice) {
      for sibling in siblings { resting.insert(candidates[sibling.choice], doing: sibling.effect) }
    }
    resting.wake(candidates[choice])
    resting.wakeDuplicates(in: candidates)
    return resting
  }

  private mutating func skip() {
    while cursor < candidates.count, cursor == taken || sleepers.contains(candidates[cursor]) {
      cursor += 1
    }
  }
}
