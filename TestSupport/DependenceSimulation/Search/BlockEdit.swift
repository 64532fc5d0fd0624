/// A change to a run that may make it simpler.
enum BlockEdit: Sendable, Hashable {
  /// These decisions take the first element. Their numbers are indices into ``BlockOrder/decisions``.
  case resetDecisions([Int])
  /// Removes one decision, so that the next decision of the same participant takes its place. The number is an index into
  /// ``BlockOrder/decisions``.
  case dropDecision(Int)
  /// The participants of these blocks go on, with what they did later.
  case join([Int])
  /// These blocks wait until their participants run again.
  case delay([Int])
  /// The participants of these blocks run when nobody else is asked for.
  case drop([Int])
  /// A block comes right before an earlier one.
  case move(Int, before: Int)
  /// From this block on, everybody runs as far as possible.
  case group(Int)

  // Of what would tell little by little, and use up the runs that there may be.
  private static let mostForGroups = 32
  private static let mostForMoves = 64

  /// All changes to try, the first one last: great changes first, as they save the small ones.
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
