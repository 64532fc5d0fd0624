/// An edit to the schedule of a failing run. The shrinker applies edits to find a simpler schedule
/// that still fails.
///
/// Most edits move or remove *blocks*. A block is a group of consecutive steps of the same task or
/// actor. A schedule with fewer blocks has fewer context switches.
enum BlockEdit: Sendable, Hashable {
  /// Resets each decision at one of these indices in ``BlockOrder/decisions`` to its first
  /// alternative. A decision is the outcome of a call such as `Simulation.choose`.
  case resetDecisions([Int])
  /// Removes the decision (the outcome of a call such as `Simulation.choose`) at this index in
  /// ``BlockOrder/decisions``. Later decisions by the same task move up by one: the call whose
  /// outcome was removed now has the outcome of the task's next call, and so on.
  case dropDecision(Int)
  /// Removes context switches by letting tasks continue. For each block with one of these indices,
  /// moves the next block of the same task or actor to just after this block. For example, the
  /// order A B A becomes A A B.
  case join([Int])
  /// Removes context switches by delaying tasks. Moves each block with one of these indices to just
  /// before the next block of the same task or actor. For example, the order A B A becomes B A A.
  case delay([Int])
  /// Removes the blocks (groups of consecutive steps of one task or actor) with these indices from
  /// the schedule. A task that has no blocks left runs only when no task that still has blocks can
  /// run.
  case drop([Int])
  /// Moves the block with the first index to an earlier position, just before the block with the
  /// second index. A block consists of consecutive steps of one task or actor.
  case move(Int, before: Int)
  /// Groups all blocks from this index on by task or actor. Each task or actor then runs all of its
  /// blocks from this index on in a row. For example, A B A B becomes A A B B.
  case group(Int)

  // Limits on the number of edits, needed because trying an edit takes a whole run. `mostForGroups`
  // is the approximate number of `group` edits to try. `move` edits are tried only for schedules of
  // at most `mostForMoves` blocks, because each pair of blocks has its own edit.
  private static let mostForGroups = 32
  private static let mostForMoves = 64

  /// Returns the edits to try for a schedule, with the largest changes at the end of the array. The
  /// caller starts with the last edit, because a successful large change makes many small changes
  /// unnecessary.
  static func all(for order: BlockOrder) -> [BlockEdit] {
    let indices = order.blocks.map(\.index)
    let preempted = order.blocks.filter(\.isPreempted).map(\.index)
    let decisions = order.decisions
    let changed = decisions.indices.filter { decisions[$0].job != 0 }
    var edits = chunks(of: changed).map(BlockEdit.resetDecisions)
    edits += decisions.indices.map(BlockEdit.dropDecision)
    for chunk in chunks(of: preempted) { edits += [.join(chunk), .delay(chunk)] }
    let distance = max(1, indices.count / mostForGroups)
    edits += stride(from: 0, to: indices.count, by: distance).map { .group($0) }
    for chunk in chunks(of: indices) { edits.append(.drop(chunk)) }
    for index in indices { edits += [.join([index]), .delay([index])] }
    if indices.count <= mostForMoves {
      for index in indices { edits += indices[..<index].map { .move(index, before: $0) } }
    }
    return edits.reversed()
  }

  private static func chunks(of indices: [Int]) -> [[Int]] {
    var chunks: [[Int]] = []
    var size = indices.count
    while size > 0 {
      for start in stride(from: 0, to: indices.count, by: size) {
        chunks.append(Array(indices[start..<min(start + size, indices.count)]))
      }
      size = size == 1 ? 0 : (size + 1) / 2
    }
    return chunks
  }
}
