/// Whom a schedule lets run when it says so in person.
struct Turn: Sendable, Hashable {
  let participant: Int
  /// Which of its jobs, from 0, if more than one of them could run.
  var job = 0
}

/// A list of turns that participants take.
///
/// Who cannot run when its turn comes keeps it: the first turn in the list that can be taken is.
struct TurnList: Sendable {
  private let turns: [Turn]
  /// For each turn the place of the next one of the same participant.
  private var following: [Int?]
  /// For each participant the place of its first turn that is not taken yet.
  private var first: [Int?] = []
  private var isTaken: [Bool]
  /// The first place of a turn that is not taken yet.
  private var start = 0

  init(_ turns: [Turn]) {
    self.turns = turns
    following = Array(repeating: nil, count: turns.count)
    isTaken = Array(repeating: false, count: turns.count)
    first = Array(repeating: nil, count: (turns.map(\.participant).max() ?? -1) + 1)
    for (place, turn) in turns.enumerated().reversed() {
      following[place] = first[turn.participant]
      first[turn.participant] = place
    }
  }

  /// Whose turn it is; nil if all turns are taken.
  var head: Turn? { start == turns.count ? nil : turns[start] }

  /// Takes the first turn that one of these candidates has.
  ///
  /// - Returns: The index of the candidate, and whether this is what the list asked for; nil if no
  ///   candidate has a turn.
  mutating func take(from candidates: some Collection<Int>) -> (index: Int, isHead: Bool)? {
    var best = Int.max
    for participant in candidates where first.indices.contains(participant) {
      best = min(best, first[participant] ?? .max)
    }
    guard best < .max else { return nil }
    let turn = turns[best]
    let isHead = best == start
    first[turn.participant] = following[best]
    isTaken[best] = true
    while start < turns.count, isTaken[start] { start += 1 }
    let jobs = candidates.enumerated().filter { $0.element == turn.participant }.map(\.offset)
    return (jobs[min(turn.job, jobs.count - 1)], isHead && turn.job < jobs.count)
  }
}
