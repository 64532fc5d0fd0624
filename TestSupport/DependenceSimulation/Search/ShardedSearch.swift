/// An exhaustive search of one part of all schedules, so that several processes can share the work.
///
/// Each process first expands the search tree level by level until it has found several subtrees
/// for each part. All processes find the same subtrees, and each process searches its own share.
/// Within a subtree, the search skips tasks that lead to earlier subtrees, so that no process
/// repeats the work of another.
struct ShardedSearch: Sendable {
  /// The minimum number of subtrees for each process. With several subtrees each, all processes
  /// have a similar amount of work.
  private static let minimumSubtreesPerProcess = 8
  // The depth at which the expansion of the tree stops even if there are not enough subtrees. With
  // two candidates for each choice, a tree of depth 24 has 2²⁴ subtrees.
  private static let maximumExpansionDepth = 24

  let pruning: Exploration.Pruning
  /// The number of runs in this process after which the search ends, even if it is not complete.
  let limit: Int
  private let shard: Shard
  /// The prefixes of the subtrees to expand, with the next one at the end. The prefix of a subtree
  /// is the sequence of choices that leads to it. `nextLevel` collects the prefixes of the next
  /// level.
  private var unexpandedPrefixes: [[Int]] = [[]]
  private var nextLevel: [[Int]] = []
  /// The sequences of choices that determine a complete run, because the run makes no further
  /// choice.
  private var leaves: Set<[Int]> = []
  private var isExpanding = false
  /// The sequences of choices that still need one run each, with the next one at the end. The run
  /// shows which shared resources are used by the step that the last choice selects.
  private var prefixesWithUnknownEffect: [[Int]] = []
  /// Maps each sequence of choices to the task or actor that its last choice selects, and to the
  /// effect of the step that this task or actor then runs. A step that makes decisions is omitted,
  /// because its effect depends on them.
  private var lastSteps: [[Int]: SleepSet] = [:]
  /// The subtrees that this process searches, each given as the choices that lead to it, or `nil`
  /// before the tree has been expanded far enough.
  private var ownSubtrees: [[Int]]?
  /// The subtrees that this process must still search, each given as the choices that lead to it,
  /// or `nil` before the search of subtrees begins. The next one is at the end.
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
  /// no step differed. A difference ends the search, because the code under test is not
  /// deterministic.
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
      guard !isExpanding, let prefix = unexpandedPrefixes.last ?? prefixesWithUnknownEffect.last
      else { return nil }
      isExpanding = true
      return SearchTicket(id: 0, schedule: .choices(prefix))
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
    let sleepSets = sleepSets(of: next)
    search = ExhaustiveSearch(pruning: pruning, limit: left, prefix: next, sleepSets: sleepSets)
  }

  /// Records the run that `ticket` requested, and either expands the tree or continues the search
  /// of a subtree. A second call with the same ticket has no effect.
  mutating func finish(_ ticket: SearchTicket, with record: RunRecord) {
    search?.finish(ticket, with: record)
    guard isExpanding,
      let prefix = unexpandedPrefixes.popLast() ?? prefixesWithUnknownEffect.popLast()
    else { return }
    isExpanding = false
    recordLastStep(of: prefix, in: record)
    if ownSubtrees != nil { return beginSearch() }
    let choices = record.steps.lazy.filter { $0.candidates.count > 1 }
    if let next = choices.dropFirst(prefix.count).first {
      let alternatives = next.decision?.isSampled == true ? 0..<1 : next.candidates.indices
      nextLevel += alternatives.map { prefix + [$0] }
    } else {
      leaves.insert(prefix)
      nextLevel.append(prefix)
    }
    endLevel()
  }

  private mutating func endLevel() {
    while let next = unexpandedPrefixes.last, leaves.contains(next) {
      nextLevel.append(unexpandedPrefixes.removeLast())
    }
    guard unexpandedPrefixes.isEmpty else { return }
    let isEnough = nextLevel.count >= Self.minimumSubtreesPerProcess * shard.count
    let isDeep = nextLevel.contains { $0.count >= Self.maximumExpansionDepth }
    guard isEnough || isDeep || nextLevel.allSatisfy(leaves.contains) else {
      unexpandedPrefixes = nextLevel.reversed()
      nextLevel = []
      return endLevel()
    }
    ownSubtrees = nextLevel.enumerated().filter { $0.offset % shard.count == shard.number - 1 }
      .map(\.element).reversed()
    // Without pruning, no tasks are skipped, so the effects of these steps are not needed.
    if pruning != .none {
      let alternatives = Set(
        ownSubtrees!.flatMap { prefix in
          prefix.indices.flatMap { Self.earlierAlternatives(to: prefix, at: $0) }
        }
      )
      prefixesWithUnknownEffect = alternatives.filter { lastSteps[$0] == nil }.sorted {
        $0.lexicographicallyPrecedes($1)
      }
    }
    beginSearch()
  }

  private mutating func beginSearch() {
    if prefixesWithUnknownEffect.isEmpty { subtrees = ownSubtrees }
  }

  // MARK: - Alternatives that other subtrees explore

  /// Returns the sequences of choices that equal `prefix` before `index` and have a smaller choice
  /// at `index`. They lead to subtrees that come before the subtree of `prefix`.
  private static func earlierAlternatives(to prefix: [Int], at index: Int) -> [[Int]] {
    (0..<prefix[index]).map { Array(prefix[..<index]) + [$0] }
  }

  private mutating func recordLastStep(of prefix: [Int], in record: RunRecord) {
    let choices = record.steps.indices.filter { record.steps[$0].candidates.count > 1 }
    guard pruning != .none, !prefix.isEmpty, prefix.count <= choices.count else { return }
    let index = choices[prefix.count - 1]
    let entries = record.steps[index...].prefix(2)
    lastSteps[prefix] = [:]
    guard entries.allSatisfy({ $0.decision == nil }) else { return }
    let run = record.withoutDecisions
    let effect = run.record.effects(pruning: pruning)[run.index(of: index)]
    lastSteps[prefix] = [record.steps[index].participant: NextEffects(effect)]
  }

  /// Returns, for each choice in `prefix`, the tasks and actors that run instead in earlier
  /// subtrees, and that the search of this subtree can therefore skip.
  private func sleepSets(of prefix: [Int]) -> [SleepSet] {
    prefix.indices.map { index in
      Self.earlierAlternatives(to: prefix, at: index).reduce(into: [:]) { sleepSet, other in
        sleepSet.merge(lastSteps[other] ?? [:]) { $1 }
      }
    }
  }
}
