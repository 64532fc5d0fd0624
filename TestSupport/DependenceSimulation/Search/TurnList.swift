/// An entry in a schedule's order: a task or actor runs one step or makes one decision.
struct Turn: Sendable, Hashable {
  let participant: Int
  /// The index of the job to run, if several jobs of the same task or actor could run. For a
  /// decision, this is the index of the chosen element.
  var job = 0
  /// Whether this entry is a decision rather than a step.
  var isDecision = false
}

/// A list of turns, in the order in which tasks and actors should take them.
///
/// A task that cannot run keeps its turn for later. The next turn is always the first one in the
/// list whose task or actor can run.
///
/// Decisions are stored separately from the turns, because in a different order they may be made in
/// other turns.
struct TurnList: Sendable {
  private let turns: [Turn]
  private var following: [Int?]
  private var first: [Int: Int] = [:]
  /// For each task or actor, the indices of the elements that its remaining decisions choose. The
  /// next decision is at the end.
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

  /// Returns the index of the element that a participant's next decision chooses, or 0 if no
  /// decision is left.
  mutating func takeDecision(of participant: Int) -> Int { decisions[participant]?.popLast() ?? 0 }

  mutating func take(from candidates: some Collection<Int>) -> Int? {
    var best = Int.max
    for participant in candidates { best = min(best, first[participant] ?? .max) }
    guard best < .max else { return nil }
    let turn = turns[best]
    first[turn.participant] = following[best]
    let jobs = candidates.enumerated().filter { $0.element == turn.participant }.map(\.offset)
    return jobs[min(turn.job, jobs.count - 1)]
  }
}
