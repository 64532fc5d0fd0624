/// A participant's turn, as a schedule may name it.
struct Turn: Sendable, Hashable {
  let participant: Int
  /// The index of its job, from 0, if more than one of them could run. For a decision, the index of the chosen element.
  var job = 0
  /// Whether this is a decision of the participant instead of a turn.
  var isDecision = false
}

/// A list of turns that participants take.
///
/// Who cannot run when its turn comes keeps it: the first turn in the list that can be taken is.
///
/// Decisions are listed apart, because a participant may make them in other turns after the order of turns has changed.
struct TurnList: Sendable {
  private let turns: [Turn]
  private var following: [Int?]
  private var first: [Int: Int] = [:]
  /// The chosen elements of each participant's decisions that have not been made, the next one last.
  private var decisions: [Int: [Int]] = [:]

  init(_ all: [Turn]) {
    let turns = all.filter { !$0.isDecision }
    self.turns = turns
    for decision in all.reversed() where decision.isDecision {
      decisions[decision.participant, default: []].append(decision.job)
    }
    following = Array(repeating: nil, count: turns.count)
    for (place, turn) in turns.enumerated().reversed() {
      following[place] = first.updateValue(place, forKey: turn.participant)
    }
  }

  /// The index of the element that the next decision of a participant takes: 0 if the list contains no more of them.
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
