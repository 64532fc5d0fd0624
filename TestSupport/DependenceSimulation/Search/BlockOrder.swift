/// The order of a run as blocks: so many steps of one participant, then so many of another one.
struct BlockOrder: Sendable, Hashable {
  struct Block: Sendable, Hashable {
    /// Its place in the run.
    let number: Int
    let participant: Int
    var turns: [Turn]
    /// Whether the participant could have gone on when the next block began.
    var isInterrupted = false
  }

  private(set) var blocks: [Block] = []

  init(_ record: RunRecord) {
    for (index, turn) in record.turns.enumerated() {
      if blocks.last?.participant == turn.participant {
        blocks[blocks.count - 1].turns.append(turn)
        continue
      }
      if !blocks.isEmpty {
        blocks[blocks.count - 1].isInterrupted = record.isContextSwitch(before: index)
      }
      blocks.append(Block(number: blocks.count, participant: turn.participant, turns: [turn]))
    }
  }

  /// Who runs, step by step.
  var turns: [Turn] { blocks.flatMap(\.turns) }

  /// The same run after a change.
  func applying(_ edit: BlockEdit) -> BlockOrder {
    var order = self
    switch edit {
    case .join(let numbers): for number in numbers { order.join(number) }
    case .delay(let numbers): for number in numbers.reversed() { order.delay(number) }
    case .drop(let numbers): order.blocks.removeAll { numbers.contains($0.number) }
    case .move(let number, let other): order.move(number, before: other)
    case .group(let number): order.group(from: number)
    }
    return order
  }

  private func index(of number: Int) -> Int? { blocks.firstIndex { $0.number == number } }

  /// Where the next block of the same participant is.
  private func next(after index: Int) -> Int? {
    blocks[(index + 1)...].firstIndex { $0.participant == blocks[index].participant }
  }

  /// Moves the next block of the same participant to the end of this one.
  private mutating func join(_ number: Int) {
    guard let index = index(of: number), let next = next(after: index) else { return }
    blocks.insert(blocks.remove(at: next), at: index + 1)
  }

  /// Moves a block to the next one of the same participant.
  private mutating func delay(_ number: Int) {
    guard let index = index(of: number), let next = next(after: index) else { return }
    blocks.insert(blocks.remove(at: index), at: next - 1)
  }

  private mutating func move(_ number: Int, before other: Int) {
    guard let index = index(of: number), let target = self.index(of: other), target < index
    else { return }
    blocks.insert(blocks.remove(at: index), at: target)
  }

  /// Lets everybody run as far as possible from here on, in the order of their first blocks.
  private mutating func group(from number: Int) {
    guard let index = index(of: number) else { return }
    let rest = blocks[index...]
    var participants: [Int] = []
    for block in rest where !participants.contains(block.participant) {
      participants.append(block.participant)
    }
    blocks[index...] = []
    for participant in participants {
      blocks += rest.filter { $0.participant == participant }
    }
  }
}
