/// The possible effects of a participant's next step. There are several only if the step makes
/// decisions.
struct NextEffects: Sendable, Hashable {
  private let first: StepEffect
  // Nearly all steps make no decision, and this array needs no memory while it is empty.
  private var others: [StepEffect] = []

  init(_ effect: StepEffect) { first = effect }

  mutating func insert(_ effect: StepEffect) {
    if effect != first, !others.contains(effect) { others.append(effect) }
  }

  /// Returns `true` if the step commutes with another step, regardless of its decisions.
  func commutes(with effect: StepEffect) -> Bool {
    first.commutes(with: effect) && others.allSatisfy { $0.commutes(with: effect) }
  }

  /// Returns `true` if `effect` is one of the possible effects of the next step.
  func contains(_ effect: StepEffect) -> Bool {
    first.isSame(as: effect) || others.contains { $0.isSame(as: effect) }
  }
}

/// The participants that need not run now, with the possible effects of their next steps. Other
/// runs have already explored the schedules in which these participants run now.
///
/// A participant that has run at one branch sleeps in the sibling branches, until a step runs that
/// does not commute with the participant's next step. See Godefroid, "Partial-Order Methods for the
/// Verification of Concurrent Systems", 1996, chapter 5.
typealias SleepSet = [Int: NextEffects]

extension SleepSet {
  /// Wakes participants that occur twice in `candidates`, because their jobs cannot be told apart.
  mutating func wakeDuplicates(in candidates: [Int]) {
    if isEmpty { return }
    var seen: Set<Int> = []
    for candidate in candidates where !seen.insert(candidate).inserted { self[candidate] = nil }
  }

  /// Wakes the participants whose next step does not commute with a step that has this effect.
  mutating func wake(thoseNotCommutingWith effect: StepEffect) {
    self = filter { $0.value.commutes(with: effect) }
  }
}

/// A choice among candidates, after a certain sequence of earlier choices.
struct ChoiceNode: Sendable {
  /// The branch that leads to this choice, or `nil` for the first choice of all.
  let origin: ChoiceTree.Branch?
  /// The index of the step in the run that added this choice to the tree.
  let step: Int
  let candidates: [Int]
  /// The participants that sleep when this choice is reached. They never change, so the explored
  /// schedules do not depend on which run ends first.
  let sleepers: SleepSet
  /// The sleeping participant that ran here and had its expected effect, if there was one.
  let repeated: Int?
  /// Whether the search explores only those alternatives that ``reopen(_:)`` has requested.
  let isReduced: Bool
  /// The participants that other runs have explored here, with the effects of their steps.
  var siblings: SleepSet = [:]
  /// The number of alternatives that are being explored.
  var underway: Int
  /// Whether this choice is in the list of choices that have alternatives to hand out.
  var isListed = false

  /// The alternatives that have not been handed out yet.
  private var pending: [Int] = []
  private var asked: Set<Int> = []

  /// - Parameters:
  ///   - taken: The alternative that the run explores, or `nil` if the run repeats a known one.
  ///   - isReduced: Whether the search explores only requested alternatives. It explores all of
  ///     them if a participant occurs more than once among the candidates.
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
  /// alternative, or if it was requested before.
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

  /// Returns `true` if one of the participants is explored at this choice or need not be.
  func covers(_ participants: [Int]) -> Bool {
    participants.contains { participant in
      sleepers[participant] != nil
        || candidates.firstIndex(of: participant).map(asked.contains) == true
    }
  }
}
