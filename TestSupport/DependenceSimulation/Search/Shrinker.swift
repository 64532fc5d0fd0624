/// The search for a simpler schedule that fails as a given one does.
///
/// It changes who runs when, block by block, and keeps what still fails and is simpler: after Zeller and
/// Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002. It ends when no change makes
/// the run simpler, or at a limit.
struct Shrinker: Sendable {
  private(set) var best: RunRecord
  let limit: Int
  let stepLimit: Int
  private(set) var runs = 0
  private var steps = 0

  /// The lengths that the shortest beginning may have after which first in, first out fails, too.
  private var cut: Range<Int>
  private var edits: [BlockEdit] = []
  /// The best run, if its beginnings are still to be tried.
  private var changed: RunRecord?
  private var tried: [[Turn]: Bool]
  private var pending: [Turn]?

  init(_ record: RunRecord, limit: Int = 500, stepLimit: Int = 200_000) {
    best = record
    self.limit = limit
    self.stepLimit = stepLimit
    cut = 0..<record.steps.count
    tried = [record.turns: true]
    edits = BlockEdit.all(for: BlockOrder(record))
  }

  /// The next schedule to try; nil if the search has ended. Until it is finished, the same again.
  mutating func next() -> Schedule? {
    if pending == nil, runs < limit, steps < stepLimit { pending = nextOrder() }
    return pending.map { .order($0) }
  }

  /// Says what happened under the schedule that ``next()`` gave.
  mutating func finish(with record: RunRecord, hasFailed: Bool) {
    guard let order = pending else { return }
    pending = nil
    runs += 1
    steps += record.steps.count
    tried[order] = hasFailed
    // A run of which steps are missing only looks simple.
    guard hasFailed, !record.isTruncated, record.complexity < best.complexity else { return }
    best = record
    tried[record.turns] = true
    edits = BlockEdit.all(for: BlockOrder(record))
    changed = record
  }

  private mutating func nextOrder() -> [Turn]? {
    while true {
      while !cut.isEmpty {
        let length = cut.lowerBound + cut.count / 2
        let order = Array(best.turns.prefix(length))
        guard let hasFailed = tried[order] else { return order }
        cut = hasFailed ? cut.lowerBound..<length : length + 1..<cut.upperBound
      }
      let blocks = BlockOrder(best)
      while let edit = edits.popLast() {
        let order = blocks.applying(edit).turns
        if tried[order] == nil { return order }
      }
      guard let run = changed else { return nil }
      changed = nil
      cut = 0..<run.steps.count
    }
  }
}
