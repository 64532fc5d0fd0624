/// A run to make.
struct SearchTicket: Sendable, Hashable {
  /// The seed of the run, or which run of its search it is.
  let number: UInt64
  let schedule: Schedule
}

/// The search through all schedules of some code, by any number of workers.
///
/// Which schedules are explored does not depend on how many workers there are, nor on who is done
/// first; only their order does. The search goes depth first.
struct ExhaustiveSearch: Sendable {
  let pruning: Exploration.Pruning
  /// After how many runs the search ends, complete or not.
  let limit: Int
  private(set) var runs = 0
  private(set) var explored = 0
  private(set) var isCutShort = false
  /// The first step, from 0, that was not the same after the same choices; nil if there was none. It ends the search.
  private(set) var divergence: Int?

  /// The choices with which every schedule begins.
  private let root: [Int]
  /// For each of these choices, the participants that another search lets run in its place.
  private let siblings: [SleepSet]
  private var tree = ChoiceTree()
  private var listed: [Int] = []
  /// The branches that the runs being made explore; nil for the first run of all.
  private var underway: [UInt64: ChoiceTree.Branch?] = [:]
  private var handedOut: UInt64 = 0

  init(
    pruning: Exploration.Pruning = .none,
    limit: Int = .max,
    from root: [Int] = [],
    besides siblings: [SleepSet] = []
  ) {
    self.root = root
    self.siblings = siblings
    self.pruning = pruning
    self.limit = limit
  }

  /// True if all schedules have been explored to their ends.
  var isComplete: Bool { isExhausted && divergence == nil && !isCutShort }

  /// True if there is nothing to wait for and nothing to do.
  var isFinished: Bool {
    underway.isEmpty && (isExhausted || divergence != nil || handedOut >= limit)
  }

  private var isExhausted: Bool { handedOut > 0 && listed.isEmpty && underway.isEmpty }

  var memory: Int { tree.count }

  /// The next run to make; nil if there is none, or none before one that is being made is finished.
  mutating func next() -> SearchTicket? {
    guard divergence == nil, handedOut < limit else { return nil }
    // What is left to explore depends on what each run has brought.
    guard pruning == .none || underway.isEmpty else { return nil }
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
    underway[handedOut] = .some(branch)
    // It would tell nothing new to let them run while others can.
    let resting = branch.map { tree[$0.node].sleepers(before: $0.choice).keys.sorted() } ?? []
    let choices = root + tree.path(to: branch).map(\.choice)
    return SearchTicket(number: handedOut, schedule: .choices(choices, resting: resting))
  }

  /// Says what happened in a run. A second time it changes nothing.
  mutating func finish(_ ticket: SearchTicket, with record: RunRecord) {
    guard let branch = underway.removeValue(forKey: ticket.number) else { return }
    runs += 1
    if record.isTruncated || record.hasSkippedPoints || record.ending == .livelock {
      isCutShort = true
    }
    guard divergence == nil else { return }
    let (record, sleepers) = record.asIfForced(toChoose: root.count, besides: siblings)
    divergence = tree.divergence(of: record, from: branch)
    guard divergence == nil else { return }
    let growth = tree.grow(with: record, from: branch, pruning: pruning, forced: sleepers)
    if !growth.isRedundant { explored += 1 }
    for node in growth.changed { list(node) }
  }

  private mutating func list(_ node: Int) {
    guard tree[node].hasMore, !tree[node].isListed else { return }
    tree[node].isListed = true
    // The deepest last.
    var index = listed.count
    while index > 0, tree[listed[index - 1]].step > tree[node].step { index -= 1 }
    listed.insert(node, at: index)
  }
}

extension RunRecord {
  /// The run as if its first choices had no alternatives.
  ///
  /// - Parameter siblings: For each of these choices, the participants that another search lets run in its place.
  /// - Returns: The run, and the participants that sleep from these steps on, by the index of the step.
  fileprivate func asIfForced(
    toChoose count: Int,
    besides siblings: [SleepSet]
  ) -> (record: RunRecord, sleepers: [Int: SleepSet]) {
    var record = self
    var sleepers: [Int: SleepSet] = [:]
    var number = 0
    for index in steps.indices where number < count && steps[index].candidates.count > 1 {
      record.steps[index].candidates = [steps[index].participant]
      if number < siblings.count {
        sleepers[index] = siblings[number]
        sleepers[index]!.wakeDuplicates(in: steps[index].candidates)
      }
      number += 1
    }
    return (record, sleepers)
  }
}
