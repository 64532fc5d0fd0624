/// A search for a simpler schedule under which a failing run still fails.
///
/// The search moves or removes groups of steps, keeping a change if the run still fails and is
/// simpler than before. It ends when it reaches a limit or when no change makes the run simpler.
/// See Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002.
struct Shrinker: Sendable {
  private(set) var best: RunRecord
  let limit: Int
  let stepLimit: Int
  private(set) var runs = 0
  private var steps = 0

  /// The range of lengths in which a binary search looks for the shortest prefix of a schedule that
  /// still makes the run fail. The schedule is that of ``best``. After the prefix, tasks run in
  /// first-in, first-out order.
  private var prefixLengths: Range<Int>
  private var edits: [BlockEdit] = []
  /// The simplest failing run found so far, or `nil` if the search has already tried to shorten
  /// that run's schedule to a prefix.
  private var bestWithUntriedPrefixes: RunRecord?
  private var tried: [[Turn]: Bool]
  private var pending: [Turn]?

  init(_ record: RunRecord, limit: Int = 500, stepLimit: Int = 200_000) {
    best = record
    self.limit = limit
    self.stepLimit = stepLimit
    prefixLengths = 0..<record.steps.count
    tried = [record.turns: true]
    edits = BlockEdit.all(for: BlockOrder(record))
  }

  /// Returns the next schedule to try, or `nil` if the search has ended. Repeated calls return the
  /// same schedule until `finish(with:hasFailed:)` is called.
  mutating func next() -> Schedule? {
    if pending == nil, runs < limit, steps < stepLimit { pending = nextOrder() }
    return pending.map { .order($0) }
  }

  /// Records the result of running the schedule that ``next()`` returned. If the run failed and is
  /// simpler than ``best``, it becomes the new ``best``.
  mutating func finish(with record: RunRecord, hasFailed: Bool) {
    guard let order = pending else { return }
    pending = nil
    runs += 1
    steps += record.steps.count
    tried[order] = hasFailed
    // Ignore a truncated record. It looks simpler than the run was, because its last steps are
    // missing.
    guard hasFailed, !record.isTruncated, record.complexity < best.complexity else { return }
    best = record
    tried[record.turns] = true
    edits = BlockEdit.all(for: BlockOrder(record))
    bestWithUntriedPrefixes = record
  }

  private mutating func nextOrder() -> [Turn]? {
    while true {
      while !prefixLengths.isEmpty {
        let length = prefixLengths.lowerBound + prefixLengths.count / 2
        let order = Array(best.turns.prefix(length))
        guard let hasFailed = tried[order] else { return order }
        prefixLengths =
          hasFailed ? prefixLengths.lowerBound..<length : length + 1..<prefixLengths.upperBound
      }
      let blocks = BlockOrder(best)
      while let edit = edits.popLast() {
        let order = blocks.applying(edit).turns
        if tried[order] == nil { return order }
      }
      guard let run = bestWithUntriedPrefixes else { return nil }
      bestWithUntriedPrefixes = nil
      prefixLengths = 0..<run.steps.count
    }
  }
}
