/// One choice, after certain others.
struct ChoiceNode: Sendable {
  /// An alternative that was let run, and what it did at once.
  struct Sibling: Sendable {
    let choice: Int
    let effect: StepEffect
  }

  /// The branch that led here; nil for the first choice of all.
  let origin: ChoiceTree.Branch?
  /// The index of the step in the run that came here.
  let step: Int
  let candidates: [Int]
  /// Who slept on arrival. It stays as it was, so that nothing depends on which run ends first.
  let sleepers: SleepSet
  /// The sleeper that ran on arrival, and did what it was taken to; nil if there was none.
  let repeated: Int?
  /// The alternatives that were let run, in order.
  var siblings: [Sibling] = []
  /// How many alternatives are being explored.
  var underway = 0
  /// Whether the run of one alternative has to end before another one is handed out.
  var isWaiting = false
  /// Whether the choice is in the list of those that have alternatives to hand out.
  var isListed = false

  /// The alternative that the run explored which came here; nil if it did not explore any.
  private let taken: Int?
  /// The next alternative to hand out.
  private var cursor = 0
  private var reopened: [Int] = []
  private var everReopened: Set<Int> = []

  /// - Parameter taken: The alternative that the run which came here explores; nil if it explores none.
  init(
    _ step: Step,
    at index: Int,
    from origin: ChoiceTree.Branch?,
    taken: Int?,
    sleepers: SleepSet = SleepSet()
  ) {
    self.origin = origin
    self.step = index
    self.taken = taken
    self.sleepers = sleepers
    candidates = step.candidates
    repeated = taken == nil ? step.participant : nil
    underway = taken == nil ? 0 : 1
    skip()
  }

  /// Whether there are alternatives to hand out, now or later.
  var hasMore: Bool { cursor < candidates.count || !reopened.isEmpty }

  /// Whether all alternatives have been explored to their ends.
  var isDone: Bool { !hasMore && underway == 0 }

  /// How many alternatives slept on arrival.
  var pruned: Int { candidates.count { sleepers.contains($0) } }

  /// Takes the next alternative, of which there must be one.
  mutating func takeNext() -> Int {
    underway += 1
    guard cursor < candidates.count else { return reopened.removeFirst() }
    defer {
      cursor += 1
      skip()
    }
    return cursor
  }

  /// Makes the alternative of a sleeper one to explore after all.
  ///
  /// - Returns: Whether it was none before.
  mutating func reopen(_ participant: Int) -> Bool {
    guard let choice = candidates.firstIndex(of: participant),
      everReopened.insert(choice).inserted
    else { return false }
    reopened.append(choice)
    return true
  }

  /// Who sleeps before the step of an alternative.
  func sleepers(before choice: Int) -> SleepSet {
    var sleepers = sleepers
    // A reopened one comes at an unforeseen time. It must not depend on what was explored by then.
    if !everReopened.contains(choice) {
      for sibling in siblings { sleepers.insert(candidates[sibling.choice], doing: sibling.effect) }
    }
    sleepers.wake(candidates[choice])
    sleepers.wakeDuplicates(in: candidates)
    return sleepers
  }

  private mutating func skip() {
    while cursor < candidates.count, cursor == taken || sleepers.contains(candidates[cursor]) {
      cursor += 1
    }
  }
}
