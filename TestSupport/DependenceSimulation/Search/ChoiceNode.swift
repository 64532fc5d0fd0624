/// One choice, after certain others.
struct ChoiceNode: Sendable {
  struct Sibling: Sendable {
    let choice: Int
    let effect: StepEffect
  }

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
  var siblings: [Sibling] = []
  /// The number of alternatives that are being explored.
  var underway = 0
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
    sleepers: SleepSet = SleepSet(),
    isReduced: Bool = false
  ) {
    self.origin = origin
    self.step = index
    self.sleepers = sleepers
    candidates = step.candidates
    repeated = taken == nil ? step.participant : nil
    underway = taken == nil ? 0 : 1
    self.isReduced = isReduced && Set(candidates).count == candidates.count
    if !self.isReduced {
      pending = candidates.indices.filter { $0 != taken && !sleepers.contains(candidates[$0]) }
    } else if let taken {
      asked = [taken]
    } else if let awake = candidates.first(where: { !sleepers.contains($0) }) {
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
    var sleepers = sleepers
    for sibling in siblings { sleepers.insert(candidates[sibling.choice], doing: sibling.effect) }
    sleepers.wake(candidates[choice])
    sleepers.wakeDuplicates(in: candidates)
    return sleepers
  }

  /// True if one of some participants is explored here, or need not be.
  func covers(_ participants: [Int]) -> Bool {
    participants.contains { participant in
      sleepers.contains(participant)
        || candidates.firstIndex(of: participant).map(asked.contains) == true
    }
  }
}
