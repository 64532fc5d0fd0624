/// The schedule of a run, divided into blocks. A block consists of consecutive steps of the same
/// task or actor, together with the decisions made in these steps. A decision is the outcome of a
/// call such as `Simulation.choose`. For example, the steps A A B A of the tasks A and B form three
/// blocks.
struct BlockOrder: Sendable, Hashable {
  struct Block: Sendable, Hashable {
    /// The block's index in the original schedule, which still identifies the block after an edit
    /// has moved it.
    let index: Int
    let participant: Int
    var turns: [Turn]
    /// Whether this block ended with a preemption: its task or actor could have continued, but the
    /// schedule ran another task or actor instead.
    var isPreempted = false
  }

  private(set) var blocks: [Block] = []

  init(_ record: RunRecord) {
    for (index, turn) in record.turns.enumerated() {
      if blocks.last?.participant == turn.participant {
        blocks[blocks.count - 1].turns.append(turn)
        continue
      }
      if !blocks.isEmpty {
        blocks[blocks.count - 1].isPreempted = record.isContextSwitch(before: index)
      }
      blocks.append(Block(index: blocks.count, participant: turn.participant, turns: [turn]))
    }
  }

  var turns: [Turn] { blocks.flatMap(\.turns) }

  var decisions: [Turn] { turns.filter(\.isDecision) }

  /// Returns a copy of this schedule with `edit` applied.
  func applying(_ edit: BlockEdit) -> BlockOrder {
    var order = self
    switch edit {
    case .resetDecisions(let indices):
      let indices = Set(indices)
      order.mapDecisions { index, decision in
        if indices.contains(index) { decision.job = 0 }
        return true
      }
    case .dropDecision(let index):
      order.mapDecisions { other, _ in other != index }
    case .join(let indices):
      let indices = Set(indices)
      order.blocks = Self.gather(blocks) { block, _ in indices.contains(block.index) }
    case .delay(let indices):
      let indices = Set(indices)
      let gathered = Self.gather(blocks.reversed()) { _, next in indices.contains(next.index) }
      order.blocks = gathered.reversed()
    case .drop(let indices):
      let indices = Set(indices)
      order.blocks.removeAll { indices.contains($0.index) }
    case .move(let index, let other):
      order.blocks.insert(order.blocks.remove(at: index), at: other)
    case .group(let index):
      order.blocks[index...] = Self.gather(Array(blocks[index...])) { _, _ in true }[...]
    }
    return order
  }

  /// Calls `change` with each decision and its index in ``decisions``. Removes the decision from
  /// the schedule if `change` returns `false`.
  private mutating func mapDecisions(_ change: (_ index: Int, inout Turn) -> Bool) {
    var index = 0
    for block in blocks.indices {
      blocks[block].turns = blocks[block].turns.compactMap { turn in
        guard turn.isDecision else { return turn }
        var turn = turn
        defer { index += 1 }
        return change(index, &turn) ? turn : nil
      }
    }
  }

  /// Returns the blocks in a new order. If `isNext` returns `true` for a block and the next block
  /// of the same task or actor, the second block directly follows the first one.
  private static func gather(
    _ blocks: [Block],
    where isNext: (_ block: Block, _ next: Block) -> Bool
  ) -> [Block] {
    var following: [Int?] = Array(repeating: nil, count: blocks.count)
    var last: [Int: Int] = [:]
    for index in blocks.indices.reversed() {
      following[index] = last.updateValue(index, forKey: blocks[index].participant)
    }
    var gathered: [Block] = []
    var isGathered = Array(repeating: false, count: blocks.count)
    for index in blocks.indices where !isGathered[index] {
      gathered.append(blocks[index])
      var index = index
      while let next = following[index], isNext(blocks[index], blocks[next]) {
        gathered.append(blocks[next])
        isGathered[next] = true
        index = next
      }
    }
    return gathered
  }
}
