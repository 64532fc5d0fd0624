@testable import DependenceSimulation
import Testing

struct BlockEditTests {
  /// Returns an order of the given number of blocks, which alternate between two participants that
  /// can always run.
  private func order(_ blocks: Int) -> BlockOrder {
    var record = RunRecord()
    record.steps = (0..<blocks).map {
      Step(participant: $0 % 2, candidates: [0, 1], choice: $0 % 2)
    }
    return BlockOrder(record)
  }

  @Test func `large edits are tried before small ones, and all small ones are tried`() {
    let order = BlockOrder(RunRecord((1, [1, 2]), (2, [2, 1]), (1, [1])))

    // The search tries the edits from the last one to the first one, so the reversed list is in the
    // order of the attempts.
    let edits = Array(BlockEdit.all(for: order).reversed())

    let dropped = edits.compactMap { edit -> Int? in
      if case .drop(let numbers) = edit { numbers.count } else { nil }
    }
    #expect(dropped.first == 3)
    #expect(dropped == dropped.sorted(by: >))
    let small: [BlockEdit] = (0..<3).flatMap { [.join([$0]), .delay([$0]), .drop([$0])] }
    let moves: [BlockEdit] = [.move(1, before: 0), .move(2, before: 0), .move(2, before: 1)]
    #expect(Set(small + moves).isSubset(of: edits))
    #expect(Array(edits.suffix(3)) == moves)
  }

  @Test func `an empty run has no edits`() {
    #expect(BlockEdit.all(for: BlockOrder(RunRecord())) == [])
  }

  @Test(arguments: [(10, groups: 10...10, moves: 45), (1_000, groups: 1...100, moves: 0)])
  func `a long run has few groups and no moves`(
    blocks: Int,
    groups: ClosedRange<Int>,
    moves: Int
  ) {
    let edits = BlockEdit.all(for: order(blocks))

    #expect(groups.contains(edits.count { if case .group = $0 { true } else { false } }))
    #expect(edits.count { if case .move = $0 { true } else { false } } == moves)
  }
}
