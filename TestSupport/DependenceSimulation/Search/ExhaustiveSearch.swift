/// A request by a search to run a schedule. After the run, the caller passes this ticket back to
/// the search together with the run's record, so that the search knows which schedule has ended.
struct SearchTicket: Sendable, Hashable {
  /// The seed of a random schedule, or the index of the run in an exhaustive search.
  let id: UInt64
  let schedule: Schedule
}

/// A depth-first search through all schedules of a test. It performs one run at a time, because the
/// next schedule depends on the results of all earlier runs.
///
/// Several processes can share one search without communicating. At first, they all run the same
/// schedules, until the tree has enough unexplored branches for each process. Each process then
/// explores its own share of these branches. If a run shows that the search also needs another
/// branch of an earlier choice, the process explores that branch even though it is not part of its
/// share. Several processes may explore the same branch in this way, so together they may run more
/// schedules than a single process would.
struct ExhaustiveSearch: Sendable {
  /// A reason that a search misses schedules even if their number is not limited.
  enum Gap: Sendable, Hashable {
    /// A run reached its step limit while tasks were still ready to run.
    case stepLimit
    /// A task ran for a long time, usually in an endless loop, while the search postponed another
    /// task that was ready to run. This ends the search, because later runs would only repeat the
    /// loop more often.
    case endlessTask
    /// A run was too long to be recorded in full.
    case longRun
    /// A run ignored scheduling points because too many tasks were preempted at the same time.
    case preemptedTasks
  }

  let pruning: Exploration.Pruning
  /// The number of runs after which the search ends, even if it is not complete.
  let limit: Int
  private(set) var runs = 0
  private(set) var explored = 0
  /// The most recently found reason that the search misses schedules, or `nil` if there is none.
  private(set) var gap: Gap?
  /// The index of the first step that differed between two runs with the same choices, or `nil` if
  /// no step differed. A difference ends the search, because it shows that the code under test is
  /// not deterministic.
  private(set) var divergence: Int?

  /// The minimum number of unexplored branches for each process when a search is divided among
  /// several processes. If each process gets several branches, all processes have a similar amount
  /// of work.
  private static let minimumBranchesPerProcess = 4

  private let shard: Shard
  /// Whether all processes still run the same schedules, as they do at the beginning of a search
  /// that several processes share.
  private var isShared: Bool
  private var tree = ChoiceTree()
  private var listed: [Int] = []
  /// The identifier of the run in progress, and the branch of the search tree that this run
  /// explores. The branch is `nil` in the first run, because the tree is still empty.
  private var unfinishedRun: (id: UInt64, branch: ChoiceTree.Branch?)?
  /// The number of runs that this process has begun, including those that only the first process
  /// counts in ``runs``.
  private(set) var handedOut: UInt64 = 0

  init(
    pruning: Exploration.Pruning = .none,
    limit: Int = .max,
    of shard: Shard = .whole
  ) {
    self.pruning = pruning
    self.limit = limit
    self.shard = shard
    isShared = shard.count > 1
  }

  /// Whether the search has tried every schedule, apart from those that `pruning` lets it skip.
  var isComplete: Bool { isExhausted && divergence == nil && gap == nil }

  private var isCutShort: Bool { divergence != nil || gap == .endlessTask }

  private var isExhausted: Bool { handedOut > 0 && listed.isEmpty && unfinishedRun == nil }

  var memory: Int { tree.count }

  /// Returns the next schedule to run, or `nil` if the search has ended or a run is in progress.
  mutating func next() -> SearchTicket? {
    guard !isCutShort, handedOut < limit, unfinishedRun == nil else { return nil }
    guard handedOut > 0 else { return handOut(nil) }
    // While all processes run the same schedules, continue with the branch closest to the root of
    // the tree. Such branches usually contain the most schedules, so splitting them up first gives
    // all processes a similar amount of work. Later, continue with the deepest branch.
    //
    // While all processes run the same schedules, branches of decisions, such as calls to
    // `Simulation.choose`, come before all other branches. A step can have a different effect after
    // each alternative of its decisions. The search must know all of these effects before it
    // explores a branch where the step's task is skipped. Later, this rule is unnecessary: the
    // decisions of a step are deeper in the tree than the branches where the step's task is
    // skipped, and the search continues with the deepest branch.
    guard !listed.isEmpty else { return nil }
    let index =
      isShared ? listed.firstIndex { tree[$0].isDecision } ?? 0 : listed.count - 1
    let node = listed[index]
    let branch = ChoiceTree.Branch(node: node, choice: tree[node].takeNext())
    if !tree[node].hasMore {
      tree[node].isListed = false
      listed.remove(at: index)
    }
    return handOut(branch)
  }

  private mutating func handOut(_ branch: ChoiceTree.Branch?) -> SearchTicket {
    defer { handedOut += 1 }
    unfinishedRun = (handedOut, branch)
    // The tasks and actors in the sleep set at the beginning of the branch. They run only if
    // nothing else can run, because running them earlier would repeat schedules that other runs
    // have explored.
    let sleepSet = branch.map { tree[$0.node].sleepSet(before: $0.choice).keys.sorted() } ?? []
    let choices = tree.path(to: branch).map(\.choice)
    return SearchTicket(id: handedOut, schedule: .choices(choices, sleepSet: sleepSet))
  }

  /// Adds the run that `ticket` requested to the search tree. A second call with the same ticket
  /// has no effect.
  mutating func finish(_ ticket: SearchTicket, with record: RunRecord) {
    guard let (id, branch) = unfinishedRun, id == ticket.id else { return }
    unfinishedRun = nil
    // Let only the first process count the schedules that all processes run, so that the results of
    // all processes can be added up.
    let isCounted = !isShared || shard.number == 1
    if isCounted { runs += 1 }
    gap = record.gap ?? gap
    guard !isCutShort else { return }
    divergence = tree.divergence(of: record, from: branch)
    guard divergence == nil else { return }
    let growth = tree.grow(with: record, from: branch, pruning: pruning)
    if isCounted, !growth.isRedundant { explored += 1 }
    for node in growth.changed { list(node) }
    if isShared { divideBranches() }
  }

  /// Divides the unexplored branches among the processes once there are enough branches, and
  /// removes the branches of the other processes from this process's tree.
  private mutating func divideBranches() {
    // A small search may never have ``minimumBranchesPerProcess`` branches for each process, so
    // after some runs, one branch per process is enough.
    let isLate = handedOut >= Self.minimumBranchesPerProcess * shard.count
    let needed = (isLate ? 1 : Self.minimumBranchesPerProcess) * shard.count
    // A decision can have so many branches that the sum of all counts would overflow.
    let count = listed.reduce(0) { $0 + min(tree[$1].pendingCount, needed) }
    guard count >= needed else { return }
    isShared = false
    // Give all unexplored branches of a node to the same process, because the runs in these
    // branches are likely to require the same additional branches.
    let parts = Dictionary(grouping: listed.indices) { $0 % shard.count == shard.number - 1 }
    let others = parts[false, default: []].map { listed[$0] }
    listed = parts[true, default: []].map { listed[$0] }
    for node in others {
      // If this node is a decision, another process tries its remaining alternatives, so their
      // effects stay unknown in this process.
      tree.forgetEffects(ofStepDecidingAt: node)
      tree[node].skipPending()
      tree.close(tree.forgetIfDone(node))
    }
  }

  private mutating func list(_ node: Int) {
    guard tree[node].hasMore, !tree[node].isListed else { return }
    tree[node].isListed = true
    // Keep the list sorted by depth, with the deepest node last, because the depth-first search
    // continues at the end of the list.
    var index = listed.count
    while index > 0, tree[listed[index - 1]].step > tree[node].step { index -= 1 }
    listed.insert(node, at: index)
  }
}

extension RunRecord {
  /// The reason that this run prevents a search from being exhaustive, or `nil` if it does not.
  fileprivate var gap: ExhaustiveSearch.Gap? {
    if hasReachedStepLimit || ending == .livelock { return .stepLimit }
    if hasAbandonedSleepSet { return .endlessTask }
    if isTruncated { return .longRun }
    return hasSkippedPoints ? .preemptedTasks : nil
  }
}
