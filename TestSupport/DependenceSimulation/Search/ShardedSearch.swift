/// The search through one part of all schedules.
///
/// The first choices are followed until they have led to several times as many subtrees as there are parts. Every part
/// does that, in the same way; then each searches the subtrees that are its own.
struct ShardedSearch: Sendable {
  /// The number of subtrees for each part, so that great ones and small ones even out.
  private static let subtreesOfEach = 8
  // There are no more subtrees than that many choices of two can tell apart.
  private static let deepestScout = 24

  let pruning: Exploration.Pruning
  /// After how many runs of its own the search ends, complete or not.
  let limit: Int
  private let shard: Shard
  /// The beginnings that still have to be followed by one choice, the next one last, and those that have been.
  private var unknown: [[Int]] = [[]]
  private var level: [[Int]] = []
  /// The whole schedules among them.
  private var leaves: Set<[Int]> = []
  private var isScouting = false
  /// The subtrees of this part that are still to be searched, the next one last; nil as long as that is not known.
  private var subtrees: [[Int]]?
  private var search: ExhaustiveSearch?
  private var past = (runs: 0, explored: 0, isComplete: true)

  init(pruning: Exploration.Pruning = .none, limit: Int = .max, of shard: Shard = .whole) {
    self.pruning = pruning
    self.limit = limit
    self.shard = shard
    if shard.count == 1 { subtrees = [[]] }
  }

  var runs: Int { past.runs + (search?.runs ?? 0) }
  var explored: Int { past.explored + (search?.explored ?? 0) }
  /// The first step that was not the same after the same choices; nil if there was none. It ends the search.
  var divergence: Int? { search?.divergence }

  var isComplete: Bool {
    past.isComplete && search?.isComplete ?? true && subtrees == []
  }

  var isFinished: Bool {
    guard let subtrees else { return false }
    guard search?.isFinished ?? true else { return false }
    return subtrees.isEmpty || divergence != nil || runs >= limit
  }

  mutating func next() -> SearchTicket? {
    if subtrees == nil {
      guard !isScouting, let beginning = unknown.last else { return nil }
      isScouting = true
      return SearchTicket(number: 0, schedule: .choices(beginning))
    }
    beginSubtree()
    return search?.next()
  }

  private mutating func beginSubtree() {
    guard search?.isFinished ?? true, divergence == nil, let next = subtrees?.popLast()
    else { return }
    if let search {
      past.runs += search.runs
      past.explored += search.explored
      past.isComplete = past.isComplete && search.isComplete
    }
    search = ExhaustiveSearch(pruning: pruning, limit: limit - past.runs, from: next)
  }

  /// Says what happened in a run. A second time it changes nothing.
  mutating func finish(_ ticket: SearchTicket, with record: RunRecord) {
    search?.finish(ticket, with: record)
    guard isScouting, let beginning = unknown.popLast() else { return }
    isScouting = false
    let choices = record.steps.lazy.filter { $0.candidates.count > 1 }
    if let next = choices.dropFirst(beginning.count).first {
      let alternatives = next.decision?.isDrawn == true ? 0..<1 : next.candidates.indices
      level += alternatives.map { beginning + [$0] }
    } else {
      leaves.insert(beginning)
      level.append(beginning)
    }
    endLevel()
  }

  private mutating func endLevel() {
    while let next = unknown.last, leaves.contains(next) { level.append(unknown.removeLast()) }
    guard unknown.isEmpty else { return }
    let isEnough = level.count >= Self.subtreesOfEach * shard.count
    let isDeep = level.contains { $0.count >= Self.deepestScout }
    guard isEnough || isDeep || level.allSatisfy(leaves.contains) else {
      unknown = level.reversed()
      level = []
      return endLevel()
    }
    let own = level.enumerated().filter { $0.offset % shard.count == shard.number - 1 }
    subtrees = own.map(\.element).reversed()
  }
}
