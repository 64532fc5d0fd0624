/// The search through all schedules of some code, by any number of workers.
///
/// Which schedules are explored does not depend on how many workers there are, nor on who is done
/// first; only their order does. The search goes depth first.
struct ExhaustiveSearch: Sendable {
  /// A run that is to be made.
  struct Ticket: Sendable, Hashable {
    fileprivate let number: Int
    /// What to choose first. What is chosen after that is open.
    let choices: [Int]
    /// Who should not run after that while others can: it would tell nothing new.
    fileprivate let resting: [Int]

    /// The schedule for the run.
    var schedule: Schedule { .choices(choices, resting: resting) }
  }

  let pruning: Pruning
  /// After how many runs the search ends, complete or not.
  let limit: Int
  /// How many runs there have been.
  private(set) var runs = 0
  /// How many of them were schedules that no other run stands for.
  private(set) var explored = 0
  /// How many alternatives were not explored, as other runs stand for what follows them.
  private(set) var pruned = 0
  /// Whether a run went on beyond what is known of it, where there may have been more to choose.
  private(set) var isCutShort = false
  /// What went otherwise than before; nil if nothing did. It ends the search.
  private(set) var divergence: SearchDivergence?

  private var tree = ChoiceTree()
  /// The choices that have alternatives to hand out; the last one is the next.
  private var listed: [Int] = []
  /// What each run that is being made explores; nil for the first run of all.
  private var underway: [Int: ChoiceTree.Branch?] = [:]
  private var handedOut = 0

  init(pruning: Pruning = .none, limit: Int = .max) {
    self.pruning = pruning
    self.limit = limit
  }

  /// Whether all schedules have been explored to their ends.
  var isComplete: Bool { isExhausted && divergence == nil && !isCutShort }

  /// Whether there is nothing to wait for and nothing to do.
  var isFinished: Bool {
    underway.isEmpty && (isExhausted || divergence != nil || handedOut >= limit)
  }

  private var isExhausted: Bool { handedOut > 0 && listed.isEmpty && underway.isEmpty }

  /// How many choices are remembered.
  var memory: Int { tree.count }

  /// The next run to make; nil if there is none before one that is being made is finished, or none at
  /// all: ask ``isFinished``.
  mutating func next() -> Ticket? {
    guard divergence == nil, handedOut < limit else { return nil }
    guard handedOut > 0 else { return handOut(nil) }
    guard let node = listed.last else { return nil }
    let branch = ChoiceTree.Branch(node: node, choice: tree[node].takeNext())
    // Who sleeps in the next alternative depends on what this one does.
    tree[node].isWaiting = pruning != .none
    if tree[node].isWaiting || !tree[node].hasMore {
      tree[node].isListed = false
      listed.removeLast()
    }
    return handOut(branch)
  }

  private mutating func handOut(_ branch: ChoiceTree.Branch?) -> Ticket {
    defer { handedOut += 1 }
    underway[handedOut] = .some(branch)
    let resting = branch.map { tree[$0.node].sleepers(before: $0.choice).participants } ?? []
    let choices = tree.path(to: branch).map(\.choice)
    return Ticket(number: handedOut, choices: choices, resting: resting.sorted())
  }

  /// Says what happened in a run. A second time it changes nothing.
  mutating func finish(_ ticket: Ticket, with record: RunRecord) {
    guard let branch = underway.removeValue(forKey: ticket.number) else { return }
    runs += 1
    if record.isTruncated || record.ending == .livelock { isCutShort = true }
    guard divergence == nil else { return }
    divergence = tree.divergence(of: record, from: branch)
    guard divergence == nil else { return }
    let growth = tree.grow(with: record, from: branch, pruning: pruning)
    pruned += growth.pruned
    if !growth.isRedundant { explored += 1 }
    for node in growth.changed { list(node) }
  }

  private mutating func list(_ node: Int) {
    guard tree[node].hasMore, !tree[node].isListed, !tree[node].isWaiting else { return }
    tree[node].isListed = true
    listed.append(node)
  }
}
