/// An entry in a schedule that lists tasks and actors in the order they run. The task or actor of
/// the entry runs its next step or makes its next decision, such as a call to `Simulation.choose`.
struct Turn: Sendable, Hashable {
  let participant: Int
  /// The index of the job to run among all ready jobs of the same task or actor, usually 0. For a
  /// decision, this is the index of the chosen element instead.
  var job = 0
  /// Whether this entry is a decision, such as a call to `Simulation.choose`, rather than a step.
  var isDecision = false
}

/// The remaining entries of a schedule that lists tasks and actors in the order they run.
///
/// The next entry is always the first entry in the list whose task or actor can run. Earlier
/// entries, whose tasks cannot run yet, stay in the list for later.
///
/// Decisions, such as the results of `Simulation.choose`, are stored separately for each task. The
/// shrinker edits a schedule to simplify it, and after an edit, a task may make the same decisions
/// in different steps.
struct TurnList: Sendable {
  private let turns: [Turn]
  private var following: [Int?]
  private var first: [Int: Int] = [:]
  /// For each task or actor, the indices of the elements that its remaining decisions choose. The
  /// next decision comes last, so that it can be removed quickly.
  private var decisions: [Int: [Int]] = [:]

  init(_ all: [Turn]) {
    let turns = all.filter { !$0.isDecision }
    self.turns = turns
    for decision in all.reversed() where decision.isDecision {
      decisions[decision.participant, default: []].append(decision.job)
    }
    following = Array(repeating: nil, count: turns.count)
    for (index, turn) in turns.enumerated().reversed() {
      following[index] = first.updateValue(index, forKey: turn.participant)
    }
  }

  /// Removes the next decision of a task or actor from the list. Returns the index of the element
  /// that it chooses, or 0 if no decision is left.
  mutating func takeDecision(of participant: Int) -> Int { decisions[participant]?.popLast() ?? 0 }

  mutating func take(from candidates: [Int]) -> Int? {
    var best = Int.max
    for participant in candidates { best = min(best, first[participant] ?? .max) }
    guard best < .max else { return nil }
    let turn = turns[best]
    first[turn.participant] = following[best]
    let jobs = candidates.enumerated().filter { $0.element == turn.participant }.map(\.offset)
    return jobs[min(turn.job, jobs.count - 1)]
  }
}
