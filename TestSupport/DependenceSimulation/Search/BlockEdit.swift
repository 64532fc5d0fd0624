/// A change to the order of a failing run, which may make the run simpler. The order consists of
/// blocks, each of which contains consecutive steps of one task or actor.
enum BlockEdit: Sendable, Hashable {
  /// Makes the decisions with these indices into ``BlockOrder/decisions`` choose the first element.
  case resetDecisions([Int])
  /// Removes the decision with this index into ``BlockOrder/decisions``. The later decisions of the
  /// same task move forward by one.
  case dropDecision(Int)
  /// Moves the next block of the same task or actor directly behind each of these blocks.
  case join([Int])
  /// Moves each of these blocks directly before the next block of the same task or actor.
  case delay([Int])
  /// Removes these blocks. Their tasks then run when no remaining turn can be taken.
  case drop([Int])
  /// Moves a block directly before an earlier block.
  case move(Int, before: Int)
  /// Joins all blocks of each task or actor, starting with the block that has this index.
  case group(Int)

  // The limits on edits that each change little, because trying all of them would need many runs.
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
