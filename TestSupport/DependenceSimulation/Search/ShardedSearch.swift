/// A search of one part of all schedules, so that several processes can share the work.
///
/// Each part first follows all possible choices until they have led to several times as many
/// subtrees as there are parts. All parts find the same subtrees, and each part searches its own
/// share of them. Within a subtree, tasks that lead to earlier subtrees are skipped, so that no
/// part repeats the work of another part.
struct ShardedSearch: Sendable {
  /// The number of subtrees per part. Searching several subtrees evens out the amount of work of
  /// each part.
  private static let subtreesOfEach = 8
  // The number of choices after which the search for subtrees stops. With two alternatives at each
  // choice, 24 choices lead to 2²⁴ subtrees.
  private static let deepestScout = 24

  let pruning: Exploration.Pruning
  /// The number of runs in this part after which the search ends, even if it is not complete.
  let limit: Int
  private let shard: Shard
  /// The sequences of first choices that must still be extended by one choice, with the next
  /// sequence to extend at the end. `level` contains the sequences that have been extended.
  private var unknown: [[Int]] = [[]]
  private var level: [[Int]] = []
  /// The sequences of choices after which a run makes no further choice.
  private var leaves: Set<[Int]> = []
  private var isScouting = false
  /// The sequences of choices that still need one run each, with the next sequence at the end. The
  /// run shows the effect of the step that the last choice selects.
  private var unseen: [[Int]] = []
  /// For each sequence of choices, the task or actor that the last choice selects, and the effect
  /// of its step. A step that makes decisions is omitted, because its effect depends on them.
  private var lastSteps: [[Int]: SleepSet] = [:]
  /// The subtrees that this part searches, or `nil` before they have been found.
  private var own: [[Int]]?
  /// The subtrees that remain to be searched, with the next one at the end, or `nil` before the
  /// search begins.
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
  /// The index of the first step that differed between two runs with the same choices, or `nil` if
  /// no step differed. A difference ends the search.
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
    // Without pruning, no tasks are skipped, so the effects of these steps are not needed.
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

  /// Returns the sequences that equal `beginning` before `index` and have a smaller choice at
  /// `index`.
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

  /// Returns, for each choice in `beginning`, the tasks and actors that earlier subtrees run
  /// instead.
  private func siblings(of beginning: [Int]) -> [SleepSet] {
    beginning.indices.map { index in
      Self.earlierAlternatives(to: beginning, at: index).reduce(into: [:]) { sleepers, other in
        sleepers.merge(lastSteps[other] ?? [:]) { $1 }
      }
    }
  }
}
