/// One turn of a participant in a schedule.
struct Turn: Sendable, Hashable {
  let participant: Int
  /// The index of the participant's job, from 0, if several of its jobs could run. For a decision,
  /// the index of the chosen element.
  var job = 0
  /// Whether this is a decision of the participant instead of a turn.
  var isDecision = false
}

/// A list of turns, in the order in which participants should take them.
///
/// A participant that cannot run keeps its turn for later. The next turn is always the first one in
/// the list whose participant can run.
///
/// Decisions are stored separately, because a participant may make them in other turns after the
/// order of turns has changed.
struct TurnList: Sendable {
  private let turns: [Turn]
  private var following: [Int?]
  private var first: [Int: Int] = [:]
  /// The elements that the remaining decisions of each participant take, the next one last.
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

  /// Returns the element that a participant's next decision takes, or 0 if no decision is left.
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
