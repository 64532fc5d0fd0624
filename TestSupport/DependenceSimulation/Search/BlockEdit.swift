/// A change to the order of a failing run that may make the run simpler. The order consists of
/// blocks, each of which contains consecutive steps of one task or actor.
enum BlockEdit: Sendable, Hashable {
  /// Makes the decisions at these indices in ``BlockOrder/decisions`` choose the first element.
  case resetDecisions([Int])
  /// Removes the decision at this index in ``BlockOrder/decisions``. Each later decision of the
  /// same task then takes the place of the one before it.
  case dropDecision(Int)
  /// Moves the next block of the same task or actor directly after each of these blocks.
  case join([Int])
  /// Moves each of these blocks to just before the next block of the same task or actor.
  case delay([Int])
  /// Removes these blocks from the order. Their tasks then run only when no task with a remaining
  /// turn can run.
  case drop([Int])
  /// Moves a block to just before an earlier block.
  case move(Int, before: Int)
  /// Joins all blocks of each task or actor, starting with the block at this index.
  case group(Int)

  // Limits on the number of small edits. Trying all of them would need many runs, and each changes
  // little.
  private static let mostForGroups = 32
  private static let mostForMoves = 64

  /// Returns all edits, with the first one to try at the end of the array. Large changes are tried
  /// first, because they make many small ones unnecessary.
  static func all(for order: BlockOrder) -> [BlockEdit] {
    let numbers = order.blocks.map(\.number)
    let interrupted = order.blocks.filter(\.isInterrupted).map(\.number)
    let decisions = order.decisions
    let changed = decisions.indices.filter { decisions[$0].job != 0 }
    var edits = chunks(of: changed).map(BlockEdit.resetDecisions)
    edits += decisions.indices.map(BlockEdit.dropDecision)
    for chunk in chunks(of: interrupted) { edits += [.join(chunk), .delay(chunk)] }
    let distance = max(1, numbers.count / mostForGroups)
    edits += stride(from: 0, to: numbers.count, by: distance).map { .group($0) }
    for chunk in chunks(of: numbers) { edits.append(.drop(chunk)) }
    for number in numbers { edits += [.join([number]), .delay([number])] }
    if numbers.count <= mostForMoves {
      for number in numbers { edits += numbers[..<number].map { .move(number, before: $0) } }
    }
    return edits.reversed()
  }

  private static func chunks(of numbers: [Int]) -> [[Int]] {
    var chunks: [[Int]] = []
    var size = numbers.count
    while size > 0 {
      for start in stride(from: 0, to: numbers.count, by: size) {
        chunks.append(Array(numbers[start..<min(start + size, numbers.count)]))
      }
      size = size == 1 ? 0 : (size + 1) / 2
    }
    return chunks
  }
}
