/// A change to the order of a failing run that may make the run simpler.
enum BlockEdit: Sendable, Hashable {
  /// Makes the decisions with these indices into ``BlockOrder/decisions`` choose the first element.
  case resetDecisions([Int])
  /// Removes one decision, so that the participant's next decision takes its position. The number
  /// is an index into ``BlockOrder/decisions``.
  case dropDecision(Int)
  /// Moves the next block of the same participant directly behind each of these blocks.
  case join([Int])
  /// Moves each of these blocks directly before the next block of the same participant.
  case delay([Int])
  /// Removes these blocks. Their participants then run when no turn in the list can be taken.
  case drop([Int])
  /// Moves a block directly before an earlier block.
  case move(Int, before: Int)
  /// Joins the blocks of each participant, from this block on.
  case group(Int)

  // Limits on edits that each change little. More edits would use up the shrinker's limit of runs.
  private static let mostForGroups = 32
  private static let mostForMoves = 64

  /// Returns all edits in reverse order: the first edit to try is the last element. Large changes
  /// come first, because they make many small ones unnecessary.
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
