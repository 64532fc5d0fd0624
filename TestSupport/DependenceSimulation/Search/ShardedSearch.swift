/// The search through one part of all schedules.
///
/// The first choices are followed until they have led to several times as many subtrees as there are parts. Every part
/// does that, in the same way; then each searches the subtrees that are its own. In a subtree, the participants that lead to
/// earlier subtrees sleep, so that no part repeats the work of another one.
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
  /// Beginnings that still need one run each, which shows the effect of the step that the last choice leads to. The next one is
  /// last.
  private var unseen: [[Int]] = []
  /// The participants that take the last steps of beginnings, and the effects of these steps. A step that makes decisions is
  /// not in it, because its effect depends on them.
  private var lastSteps: [[Int]: SleepSet] = [:]
  /// The subtrees of this part, until the effects of the alternatives to their choices are known.
  private var own: [[Int]]?
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
      guard !isScouting, let beginning = unknown.last ?? unseen.last else { return nil }
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
    let left = limit - past.runs
    let siblings = siblings(of: next)
    search = ExhaustiveSearch(pruning: pruning, limit: left, from: next, besides: siblings)
  }

  /// Says what happened in a run. A second time it changes nothing.
  mutating func finish(_ ticket: SearchTicket, with record: RunRecord) {
    search?.finish(ticket, with: record)
    guard isScouting, let beginning = unknown.popLast() ?? unseen.popLast() else { return }
    isScouting = false
    noteLastStep(of: beginning, in: record)
    if own != nil { return beginSearch() }
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
    own = level.enumerated().filter { $0.offset % shard.count == shard.number - 1 }
      .map(\.element).reversed()
    // A search that tries everything lets nobody sleep.
    if pruning != .none {
      let besides = Set(
        own!.flatMap { beginning in
          beginning.indices.flatMap { Self.earlierAlternatives(to: beginning, at: $0) }
        }
      )
      unseen = besides.filter { lastSteps[$0] == nil }.sorted { $0.lexicographicallyPrecedes($1) }
    }
    beginSearch()
  }

  private mutating func beginSearch() {
    if unseen.isEmpty { subtrees = own }
  }

  // MARK: - Alternatives that other subtrees explore

  /// Returns the beginnings that make the same choices before `index`, and at `index` one that is searched earlier.
  private static func earlierAlternatives(to beginning: [Int], at index: Int) -> [[Int]] {
    (0..<beginning[index]).map { Array(beginning[..<index]) + [$0] }
  }

  private mutating func noteLastStep(of beginning: [Int], in record: RunRecord) {
    let choices = record.steps.indices.filter { record.steps[$0].candidates.count > 1 }
    guard pruning != .none, !beginning.isEmpty, beginning.count <= choices.count else { return }
    let index = choices[beginning.count - 1]
    let entries = record.steps[index...].prefix(2)
    lastSteps[beginning] = [:]
    guard entries.allSatisfy({ $0.decision == nil }) else { return }
    let run = record.withoutDecisions
    let effect = run.record.effects(pruning: pruning)[run.index(of: index)]
    lastSteps[beginning] = [record.steps[index].participant: NextEffects(effect)]
  }

  /// For each choice of a beginning, the participants that earlier subtrees let run in its place.
  private func siblings(of beginning: [Int]) -> [SleepSet] {
    beginning.indices.map { index in
      Self.earlierAlternatives(to: beginning, at: index).reduce(into: [:]) { sleepers, other in
        sleepers.merge(lastSteps[other] ?? [:]) { $1 }
      }
    }
  }
}
