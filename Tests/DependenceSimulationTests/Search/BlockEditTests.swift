@testable import DependenceSimulation
import Testing

struct BlockEditTests {
  /// The given number of alternating blocks of two participants that can always run.
  private func order(_ blocks: Int) -> BlockOrder {
    var record = RunRecord()
    record.steps = (0..<blocks).map {
      Step(participant: $0 % 2, candidates: [0, 1], choice: $0 % 2)
    }
    return BlockOrder(record)
  }

  @Test func `large edits come first, followed by all small ones`() {
    let order = BlockOrder(RunRecord((1, [1, 2]), (2, [2, 1]), (1, [1])))

    #expect(
      BlockEdit.all(for: order).reversed() == [
        .join([0]), .delay([0]),
        .group(0), .group(1), .group(2),
        .drop([0, 1, 2]), .drop([0, 1]), .drop([2]), .drop([0]), .drop([1]), .drop([2]),
        .join([0]), .delay([0]), .join([1]), .delay([1]), .join([2]), .delay([2]),
        .move(1, before: 0), .move(2, before: 0), .move(2, before: 1),
      ]
    )
    #expect(BlockEdit.all(for: BlockOrder(RunRecord())).isEmpty)
  }

  @Test(arguments: [(63, groups: 63, moves: 1_953), (64, 32, 2_016), (65, 33, 0), (96, 32, 0)])
  func `a long run has fewer groups and no moves`(blocks: Int, groups: Int, moves: Int) {
    let edits = BlockEdit.all(for: order(blocks))

    #expect(edits.count { if case .group = $0 { true } else { false } } == groups)
    #expect(edits.count { if case .move = $0 { true } else { false } } == moves)
  }
}
