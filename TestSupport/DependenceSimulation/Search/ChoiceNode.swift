/// The effects that the next step of a participant may have: more than one if the step makes decisions.
struct NextEffects: Sendable, Hashable {
  private let first: StepEffect
  // Apart, because nearly all steps make no decision, and an empty array needs no memory.
  private var others: [StepEffect] = []

  init(_ effect: StepEffect) { first = effect }

  mutating func insert(_ effect: StepEffect) {
    if effect != first, !others.contains(effect) { others.append(effect) }
  }

  /// Whether the step commutes with another step, whatever it decides.
  func commutes(with effect: StepEffect) -> Bool {
    first.commutes(with: effect) && others.allSatisfy { $0.commutes(with: effect) }
  }

  /// Whether a step with this effect looks like the next step.
  func contains(_ effect: StepEffect) -> Bool {
    first.isSame(as: effect) || others.contains { $0.isSame(as: effect) }
  }
}

/// The participants that need not run now, because the runs in which they run now have been explored, and the effects that
/// the next step of each may have.
///
/// Godefroid, "Partial-Order Methods for the Verification of Concurrent Systems", 1996, chapter 5.
/// A participant that was let run at a branch sleeps in the branches beside it, until a step is taken
/// that does not commute with its own.
typealias SleepSet = [Int: NextEffects]

extension SleepSet {
  /// Wakes those of whom it cannot be told which of their jobs sleeps.
  mutating func wakeDuplicates(in candidates: [Int]) {
    if isEmpty { return }
    var seen: Set<Int> = []
    for candidate in candidates where !seen.insert(candidate).inserted { self[candidate] = nil }
  }

  /// Wakes everybody whose step may do something else before this one than after it.
  mutating func wake(thoseNotCommutingWith effect: StepEffect) {
    self = filter { $0.value.commutes(with: effect) }
  }
}

/// One choice, after certain others.
struct ChoiceNode: Sendable {
  /// The branch that led here; nil for the first choice of all.
  let origin: ChoiceTree.Branch?
  /// The index of the step in the run that came here.
  let step: Int
  let candidates: [Int]
  /// The sleepers on arrival. They stay the same, so that nothing depends on which run ends first.
  let sleepers: SleepSet
  /// The sleeper that ran on arrival, and did what it was taken to; nil if there was none.
  let repeated: Int?
  /// True if only those alternatives are explored that are asked for.
  let isReduced: Bool
  /// The participants that were let run here, with what they did.
  var siblings: SleepSet = [:]
  /// The number of alternatives that are being explored.
  var underway: Int
  /// True if the choice is in the list of those that have alternatives to hand out.
  var isListed = false

  /// The alternatives to hand out.
  private var pending: [Int] = []
  private var asked: Set<Int> = []

  /// - Parameters:
  ///   - taken: The alternative that the run which came here explores; nil if it explores none.
  ///   - isReduced: Whether only those alternatives are explored that are asked for. Where one participant stands
  ///     for several, all are.
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

  /// Makes the alternative of a participant one to explore.
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

  /// True if one of some participants is explored here, or need not be.
  func covers(_ participants: [Int]) -> Bool {
    participants.contains { participant in
      sleepers[participant] != nil
        || candidates.firstIndex(of: participant).map(asked.contains) == true
    }
  }
}
