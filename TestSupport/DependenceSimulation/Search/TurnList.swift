/// A participant's turn, as a schedule may name it.
struct Turn: Sendable, Hashable {
  let participant: Int
  /// The index of its job, from 0, if more than one of them could run.
  var job = 0
}

/// A list of turns that participants take.
///
/// Who cannot run when its turn comes keeps it: the first turn in the list that can be taken is.
struct TurnList: Sendable {
  private let turns: [Turn]
  private var following: [Int?]
  private var first: [Int: Int] = [:]

  init(_ turns: [Turn]) {
    self.turns = turns
    following = Array(repeating: nil, count: turns.count)
    for (place, turn) in turns.enumerated().reversed() {
      following[place] = first.updateValue(place, forKey: turn.participant)
    }
  }

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
