/// A search of one part of all schedules, so that several processes can share the work.
///
/// Each part follows the first choices until they have led to several times as many subtrees as
/// there are parts. All parts find the same subtrees, and each searches its own. In a subtree, the
/// participants that lead to earlier subtrees sleep, so that no part repeats another one's work.
struct ShardedSearch: Sendable {
  /// The number of subtrees for each part. With several, large and small subtrees even out.
  private static let subtreesOfEach = 8
  // The number of choices after which no more subtrees are sought. With two alternatives each, 24
  // choices distinguish 2²⁴ subtrees.
  private static let deepestScout = 24

  let pruning: Exploration.Pruning
  /// The number of this part's own runs after which the search ends, complete or not.
  let limit: Int
  private let shard: Shard
  /// The beginnings of schedules that a run must still extend by one choice, the next one last.
  /// `level` contains the extended beginnings.
  private var unknown: [[Int]] = [[]]
  private var level: [[Int]] = []
  /// The beginnings that are whole schedules.
  private var leaves: Set<[Int]> = []
  private var isScouting = false
  /// Beginnings that still need one run each, the next one last. That run shows the effect of the
  /// step to which the last choice leads.
  private var unseen: [[Int]] = []
  /// The participants that take the last steps of beginnings, and the effects of these steps. A
  /// step that makes decisions is omitted, because its effect depends on them.
  private var lastSteps: [[Int]: SleepSet] = [:]
  /// The subtrees of this part, or `nil` before they have been found.
  private var own: [[Int]]?
  /// The subtrees that are still to be searched, the next one last, or `nil` before the search.
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
  /// The index of the first step that differed after the same choices, if any. It ends the search.
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

  /// Records the result of a run. A second call with the same ticket has no effect.
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
    // In a search without pruning, no participant sleeps.
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

  /// Returns the beginnings that share the choices before `index` and end with a smaller one there.
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

  /// Returns, for each choice of a beginning, the participants that earlier subtrees run instead.
  private func siblings(of beginning: [Int]) -> [SleepSet] {
    beginning.indices.map { index in
      Self.earlierAlternatives(to: beginning, at: index).reduce(into: [:]) { sleepers, other in
        sleepers.merge(lastSteps[other] ?? [:]) { $1 }
      }
    }
  }
}
