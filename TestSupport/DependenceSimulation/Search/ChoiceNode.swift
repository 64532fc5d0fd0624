/// The possible effects of the next step of a task or actor. A step can have several possible
/// effects only if it makes decisions.
struct NextEffects: Sendable, Hashable {
  private let first: StepEffect
  // Separate from the first effect, so that this array is empty and needs no memory for most steps.
  private var others: [StepEffect] = []

  init(_ effect: StepEffect) { first = effect }

  mutating func insert(_ effect: StepEffect) {
    if effect != first, !others.contains(effect) { others.append(effect) }
  }

  /// Returns `true` if the order of this step and a step with the given effect does not matter,
  /// regardless of this step's decisions.
  func commutes(with effect: StepEffect) -> Bool {
    first.commutes(with: effect) && others.allSatisfy { $0.commutes(with: effect) }
  }

  func contains(_ effect: StepEffect) -> Bool {
    first.isSame(as: effect) || others.contains { $0.isSame(as: effect) }
  }
}

/// The tasks and actors that do not need to run now, because other runs have explored those
/// schedules. Each value contains the possible effects of the next step.
///
/// A task that has run in one branch of a choice *sleeps* in the sibling branches until a step runs
/// that does not commute with the task's next step. See Godefroid, "Partial-Order Methods for the
/// Verification of Concurrent Systems", 1996, chapter 5.
typealias SleepSet = [Int: NextEffects]

extension SleepSet {
  /// Removes tasks and actors that occur twice in `candidates`, because their jobs cannot be
  /// distinguished.
  mutating func wakeDuplicates(in candidates: [Int]) {
    if isEmpty { return }
    var seen: Set<Int> = []
    for candidate in candidates where !seen.insert(candidate).inserted { self[candidate] = nil }
  }

  /// Removes tasks and actors from the sleep set if their next step does not commute with a step
  /// that has this effect.
  mutating func wake(thoseNotCommutingWith effect: StepEffect) {
    self = filter { $0.value.commutes(with: effect) }
  }
}

/// A node in the tree of an exhaustive search. It represents a choice between tasks or actors that
/// could run.
struct ChoiceNode: Sendable {
  /// The branch of the tree that leads to this choice, or `nil` for the first choice of a run.
  let origin: ChoiceTree.Branch?
  /// The index of this choice's step in the run that added the choice to the tree.
  let step: Int
  let candidates: [Int]
  /// The tasks and actors that a run does not need to try at this choice. They never change, so the
  /// explored schedules do not depend on which run ends first.
  let sleepers: SleepSet
  /// The task or actor that took the same step here as in an earlier run, or `nil`. What follows
  /// this step is already known.
  let repeated: Int?
  /// Whether the search explores only the alternatives requested with ``reopen(_:)``.
  let isReduced: Bool
  /// The tasks and actors that other runs have run at this choice, with the effects of their steps.
  var siblings: SleepSet = [:]
  /// The number of alternatives that unfinished runs are exploring.
  var underway: Int
  /// Whether this choice is in the search's list of choices with pending alternatives.
  var isListed = false

  /// The alternatives that the search must explore but that no run has started to explore.
  private var pending: [Int] = []
  private var asked: Set<Int> = []

  /// Creates a node for one choice of a run.
  ///
  /// - Parameters:
  ///   - taken: The alternative that the run explores, or `nil` if it repeats an earlier run.
  ///   - isReduced: Whether the search explores only requested alternatives. It explores all of
  ///     them if the same task or actor occurs twice among the candidates.
  init(
    _ step: Step,
    at index: Int,
    from origin: ChoiceTree.Branch?,
    taken: Int?,
    sleepers: SleepSet = [:],
    isReduced: Bool = true
  ) {
    self.origin = origin
    self.step = index
    self.sleepers = sleepers
    candidates = step.candidates
    repeated = taken == nil ? step.participant : nil
    underway = taken == nil ? 0 : 1
    self.isReduced = isReduced && Set(candidates).count == candidates.count
    if step.decision?.isDrawn == true {
      pending = []
    } else if !self.isReduced {
      pending = candidates.indices.filter { $0 != taken && sleepers[candidates[$0]] == nil }
    } else if let taken {
      asked = [taken]
    } else if let awake = candidates.first(where: { sleepers[$0] == nil }) {
      _ = reopen(awake)
    }
  }

  var hasMore: Bool { !pending.isEmpty }

  var isDone: Bool { !hasMore && underway == 0 }

  mutating func takeNext() -> Int {
    underway += 1
    return pending.removeFirst()
  }

  /// Requests the alternative that runs `participant`. Returns `false` if there is no such
  /// alternative or if it has already been requested.
  mutating func reopen(_ participant: Int) -> Bool {
    guard let choice = candidates.firstIndex(of: participant), asked.insert(choice).inserted
    else { return false }
    pending.append(choice)
    return true
  }

  func sleepers(before choice: Int) -> SleepSet {
    var sleepers = sleepers.merging(siblings) { _, sibling in sibling }
    sleepers[candidates[choice]] = nil
    sleepers.wakeDuplicates(in: candidates)
    return sleepers
  }

  /// Returns `true` if one of the participants does not need to run at this choice, or if a run of
  /// it has been requested.
  func covers(_ participants: [Int]) -> Bool {
    participants.contains { participant in
      sleepers[participant] != nil
        || candidates.firstIndex(of: participant).map(asked.contains) == true
    }
  }
}
