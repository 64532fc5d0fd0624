/// A sleep set, as in partial-order reduction: the tasks and actors that the search does not need
/// to run next, because other runs have already explored the schedules where they run next. The
/// dictionary maps the identifiers of these tasks and actors to the possible effects of their next
/// steps. A step has several possible effects only if a decision in the step, such as a call to
/// `Simulation.choose`, changes its effect.
///
/// After the search has explored the branch that runs a task, the task *sleeps* (is not run) in the
/// other branches of the same choice. It wakes when a step runs that does not commute with the
/// task's next step, that is, when the order of these two steps may affect the result. See
/// Godefroid, "Partial-Order Methods for the Verification of Concurrent Systems", 1996, chapter 5.
typealias SleepSet = [Int: Set<StepEffect>]

extension SleepSet {
  /// Removes each task or actor that occurs more than once in `candidates` from the sleep set (the
  /// tasks and actors that the search need not run next). Several jobs of such a task or actor are
  /// ready to run, and the sleep set cannot express that the search needs to run only some of them.
  mutating func wakeDuplicates(in candidates: [Int]) {
    if isEmpty { return }
    var seen: Set<Int> = []
    for candidate in candidates where !seen.insert(candidate).inserted { self[candidate] = nil }
  }

  /// Wakes a task or actor (removes it from the sleep set) if the order of its next step and a step
  /// with the given effect may matter. Running the task or actor after that step may lead to a
  /// result that no other run has explored.
  mutating func wake(thoseNotCommutingWith effect: StepEffect) {
    self = filter { $0.value.allSatisfy { $0.commutes(with: effect) } }
  }
}

/// A node in the tree of an exhaustive search.
///
/// A node represents either a scheduling point where several tasks or actors were ready to run, or
/// a decision between several elements, such as a call to `Simulation.choose`. A *choice* is the
/// index of a task, actor or element, and selects the branch of the tree where it is chosen.
struct ChoiceNode: Sendable {
  /// The branch of the search tree that leads to this node, or `nil` if the node is the root.
  let origin: ChoiceTree.Branch?
  /// The index of the node's choice among the recorded steps of the run that added the node to the
  /// tree.
  let step: Int
  /// The tasks and actors that were ready to run. For a decision, this is only the task or actor
  /// that made it.
  let candidates: [Int]
  /// The number of branches from which a choice selects one.
  let alternativeCount: Int
  /// Whether the node represents a decision instead of a scheduling point.
  let isDecision: Bool
  /// The sleep set at this node: tasks and actors that the search does not need to run here,
  /// because other branches cover the schedules where they run here.
  let sleepSet: SleepSet
  /// The task or actor that the run chose here if it was in the sleep set, or `nil` if it was not.
  /// If it was, the rest of the run only repeats schedules that other runs have explored.
  let repeated: Int?
  /// Whether the search explores only some of the candidates, as in dynamic partial-order
  /// reduction: the candidate that the first run chose, and those that
  /// ``addBacktrackingPoint(running:)`` requests.
  let isReduced: Bool
  /// The candidates that runs have already chosen at this node, with the effects of their steps.
  /// Branches that are explored later need not run them next, so their sleep sets contain these
  /// candidates.
  var exploredCandidates: SleepSet = [:]
  /// The number of this node's branches whose exploration has begun but is not complete.
  var unfinishedBranches: Int
  /// Whether this node is in the search's list of nodes with unexplored candidates.
  var isListed = false

  /// The choices that the search must still make at this node, in the order it will make them.
  private var pending: [Int] = []
  /// If this node represents a choice between the elements of a collection, the indices of the
  /// elements that the search has not chosen yet. They are stored as a range, because an array of
  /// the indices of a large collection would need much memory.
  private var pendingElements = 0..<0
  /// The indices of the candidates that the search has run or must still run at this node. In the
  /// literature, this is the backtrack set of a state.
  private var backtrackSet: Set<Int> = []

  /// Creates a node for a choice that a run has made.
  ///
  /// - Parameters:
  ///   - taken: The index of the candidate that the run chose. Pass `nil` if this candidate was in
  ///     the sleep set, because the rest of the run then only repeats earlier runs.
  ///   - isReduced: Whether the search explores only requested candidates instead of all of them.
  ///     If the same task or actor occurs twice among the candidates, the search always explores
  ///     all of them, because a request names a task or actor and not one of its jobs.
  init(
    _ step: Step,
    at index: Int,
    from origin: ChoiceTree.Branch?,
    taken: Int?,
    sleepSet: SleepSet = [:],
    isReduced: Bool = true
  ) {
    self.origin = origin
    self.step = index
    self.sleepSet = sleepSet
    candidates = step.candidates
    alternativeCount = step.alternativeCount
    isDecision = step.decision != nil
    repeated = taken == nil ? step.participant : nil
    unfinishedBranches = taken == nil ? 0 : 1
    self.isReduced = isReduced && !isDecision && Set(candidates).count == candidates.count
    if let decision = step.decision {
      // The run that adds a decision to the tree always takes the first element.
      if !decision.isSampled { pendingElements = 1..<decision.count }
    } else if !self.isReduced {
      pending = candidates.indices.filter { $0 != taken && sleepSet[candidates[$0]] == nil }
    } else if let taken {
      backtrackSet = [taken]
    } else if let awake = candidates.first(where: { sleepSet[$0] == nil }) {
      _ = addBacktrackingPoint(running: awake)
    }
  }

  var hasMore: Bool { pendingCount > 0 }

  /// The number of choices that the search must still make at this node.
  var pendingCount: Int { pending.count + pendingElements.count }

  var isDone: Bool { !hasMore && unfinishedBranches == 0 }

  /// Returns the identifier of the task or actor that runs after the given choice.
  func candidate(of choice: Int) -> Int { candidates[isDecision ? 0 : choice] }

  /// Discards this node's unexplored branches. Call this method if another process explores them,
  /// in a search that is divided among several processes.
  mutating func skipPending() {
    pending = []
    pendingElements = 0..<0
    isListed = false
  }

  mutating func takeNext() -> Int {
    unfinishedBranches += 1
    return pendingElements.popFirst() ?? pending.removeFirst()
  }

  /// Adds a backtracking point: the search will also explore this node with `participant` running
  /// next. Returns `false` if `participant` is not a candidate, or if the search has already run it
  /// here or planned to do so.
  mutating func addBacktrackingPoint(running participant: Int) -> Bool {
    guard let choice = candidates.firstIndex(of: participant), backtrackSet.insert(choice).inserted
    else { return false }
    pending.append(choice)
    return true
  }

  /// Returns the sleep set (the tasks and actors that the search need not run next) at the start of
  /// the branch that runs the candidate at index `choice`. The set includes the other candidates
  /// that runs have already chosen at this node.
  func sleepSet(before choice: Int) -> SleepSet {
    var sleepSet = sleepSet.merging(exploredCandidates) { _, explored in explored }
    sleepSet[candidate(of: choice)] = nil
    sleepSet.wakeDuplicates(in: candidates)
    return sleepSet
  }

  /// Returns `true` if this node's sleep set or backtrack set contains any of the given tasks or
  /// actors. The search then already covers the schedules where that task or actor runs next.
  func covers(_ participants: [Int]) -> Bool {
    participants.contains { participant in
      sleepSet[participant] != nil
        || candidates.firstIndex(of: participant).map(backtrackSet.contains) == true
    }
  }
}
