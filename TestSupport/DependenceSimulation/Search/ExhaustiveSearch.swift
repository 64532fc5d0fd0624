/// A schedule that a search asks its caller to run. The caller returns the ticket to the search
/// together with the record of the run.
struct SearchTicket: Sendable, Hashable {
  /// The seed of a random schedule, or the index of the run in an exhaustive search.
  let id: UInt64
  let schedule: Schedule
}

/// A depth-first search of all schedules of a test. Several workers can share one search.
///
/// The set of explored schedules does not depend on the number of workers or on which worker
/// finishes first. Only the order of the schedules does.
struct ExhaustiveSearch: Sendable {
  let pruning: Exploration.Pruning
  /// The number of runs after which the search ends, even if it is not complete.
  let limit: Int
  private(set) var runs = 0
  private(set) var explored = 0
  private(set) var isCutShort = false
  /// The index of the first step that differed between two runs with the same choices, or `nil` if
  /// no step differed. A difference ends the search, because the code under test is not
  /// deterministic.
  private(set) var divergence: Int?

  /// The choices with which every schedule of this search begins. They select the subtree to
  /// search.
  private let prefix: [Int]
  /// For each choice in `prefix`, the tasks and actors that this search can skip from that choice
  /// on, because another part of the search runs them instead.
  private let sleepSets: [SleepSet]
  private var tree = ChoiceTree()
  private var listed: [Int] = []
  /// Maps the identifier of each unfinished run to the branch of the tree that the run explores.
  /// The value of the first run is `nil`, because the tree is still empty.
  private var unfinishedRuns: [UInt64: ChoiceTree.Branch?] = [:]
  private var handedOut: UInt64 = 0

  init(
    pruning: Exploration.Pruning = .none,
    limit: Int = .max,
    prefix: [Int] = [],
    sleepSets: [SleepSet] = []
  ) {
    self.prefix = prefix
    self.sleepSets = sleepSets
    self.pruning = pruning
    self.limit = limit
  }

  /// Whether every schedule has been explored to its end.
  var isComplete: Bool { isExhausted && divergence == nil && !isCutShort }

  /// Whether the search has no more schedules to run and is not waiting for an unfinished run.
  var isFinished: Bool {
    unfinishedRuns.isEmpty && (isExhausted || divergence != nil || handedOut >= limit)
  }

  private var isExhausted: Bool { handedOut > 0 && listed.isEmpty && unfinishedRuns.isEmpty }

  var memory: Int { tree.count }

  /// Returns the next schedule to run, or `nil` if the search has ended or must first wait for an
  /// unfinished run.
  mutating func next() -> SearchTicket? {
    guard divergence == nil, handedOut < limit else { return nil }
    // If the search skips equivalent schedules, the next schedule depends on the results of all
    // earlier runs, so wait until they are finished.
    guard pruning == .none || unfinishedRuns.isEmpty else { return nil }
    guard handedOut > 0 else { return handOut(nil) }
    guard let node = listed.last else { return nil }
    let branch = ChoiceTree.Branch(node: node, choice: tree[node].takeNext())
    if !tree[node].hasMore {
      tree[node].isListed = false
      listed.removeLast()
    }
    return handOut(branch)
  }

  private mutating func handOut(_ branch: ChoiceTree.Branch?) -> SearchTicket {
    defer { handedOut += 1 }
    unfinishedRuns[handedOut] = .some(branch)
    // The sleep set of the branch. These tasks and actors run only if nothing else can run, because
    // running them earlier would repeat schedules that have already been explored.
    let sleepSet = branch.map { tree[$0.node].sleepSet(before: $0.choice).keys.sorted() } ?? []
    let choices = prefix + tree.path(to: branch).map(\.choice)
    return SearchTicket(id: handedOut, schedule: .choices(choices, sleepSet: sleepSet))
  }

  /// Adds the run that `ticket` requested to the search tree. A second call with the same ticket
  /// has no effect.
  mutating func finish(_ ticket: SearchTicket, with record: RunRecord) {
    guard let branch = unfinishedRuns.removeValue(forKey: ticket.id) else { return }
    runs += 1
    if record.isTruncated || record.hasSkippedPoints || record.ending == .livelock {
      isCutShort = true
    }
    guard divergence == nil else { return }
    let (record, sleepSetsByStep) = record.fixingFirstChoices(prefix.count, sleepSets: sleepSets)
    divergence = tree.divergence(of: record, from: branch)
    guard divergence == nil else { return }
    let growth = tree.grow(
      with: record,
      from: branch,
      pruning: pruning,
      sleepSetsByStep: sleepSetsByStep
    )
    if !growth.isRedundant { explored += 1 }
    for node in growth.changed { list(node) }
  }

  private mutating func list(_ node: Int) {
    guard tree[node].hasMore, !tree[node].isListed else { return }
    tree[node].isListed = true
    // Keeps the list sorted by depth, with the deepest node last, where the depth-first search
    // continues.
    var index = listed.count
    while index > 0, tree[listed[index - 1]].step > tree[node].step { index -= 1 }
    listed.insert(node, at: index)
  }
}

extension RunRecord {
  /// Returns a copy of the run in which each of the first `count` choices has only one candidate,
  /// the one that ran. Other parts of the search explore the other candidates.
  ///
  /// - Parameter sleepSets: For each of these choices, the tasks and actors that another part of
  ///   the search runs instead.
  /// - Returns: The copy, and a map from the index of a step to the tasks and actors that this
  ///   search can skip from that step on.
  fileprivate func fixingFirstChoices(
    _ count: Int,
    sleepSets: [SleepSet]
  ) -> (record: RunRecord, sleepSetsByStep: [Int: SleepSet]) {
    var record = self
    var sleepSetsByStep: [Int: SleepSet] = [:]
    var position = 0
    for index in steps.indices where position < count && steps[index].candidates.count > 1 {
      record.steps[index].candidates = [steps[index].participant]
      if position < sleepSets.count {
        sleepSetsByStep[index] = sleepSets[position]
        sleepSetsByStep[index]!.wakeDuplicates(in: steps[index].candidates)
      }
      position += 1
    }
    return (record, sleepSetsByStep)
  }
}
