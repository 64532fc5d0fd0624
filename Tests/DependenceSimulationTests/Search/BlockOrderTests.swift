@testable import DependenceSimulation
import Testing

struct BlockOrderTests {
  // The blocks 0 to 5 consist of the turns of these participants: 1, 22, 1, 3, 2, 1.
  private let order = BlockOrder(
    RunRecord(
      (1, [1, 2]),
      (2, [2, 1]),
      (2, [1, 2]),
      (1, [1, 3]),
      (3, [3]),
      (2, [2, 1]),
      (1, [1])
    )
  )

  private func participants(_ edit: BlockEdit) -> [Int] {
    order.applying(edit).turns.map(\.participant)
  }

  @Test func `a run consists of blocks of consecutive turns of one participant`() {
    #expect(order.blocks.map(\.participant) == [1, 2, 1, 3, 2, 1])
    #expect(order.blocks.map(\.turns.count) == [1, 2, 1, 1, 1, 1])
    #expect(order.blocks.map(\.isPreempted) == [true, false, false, false, false, false])
  }

  @Test func `a join edit appends the next block of the same participant`() {
    #expect(participants(.join([0])) == [1, 1, 2, 2, 3, 2, 1])
    #expect(participants(.join([0, 2])) == [1, 1, 1, 2, 2, 3, 2])
    #expect(participants(.join([5])) == [1, 2, 2, 1, 3, 2, 1])
  }

  @Test func `a delay edit moves a block to the next one of its participant`() {
    #expect(participants(.delay([0])) == [2, 2, 1, 1, 3, 2, 1])
    #expect(participants(.delay([0, 2])) == [2, 2, 3, 2, 1, 1, 1])
    #expect(participants(.delay([5])) == [1, 2, 2, 1, 3, 2, 1])
  }

  @Test func `blocks can be dropped, moved and grouped`() {
    #expect(participants(.drop([1, 3])) == [1, 1, 2, 1])
    #expect(participants(.move(3, before: 1)) == [1, 3, 2, 2, 1, 2, 1])
    #expect(participants(.group(1)) == [1, 2, 2, 2, 1, 1, 3])
  }

  @Test func `only drop edits remove turns`() {
    for edit in BlockEdit.all(for: order) {
      if case .drop = edit { continue }
      #expect(participants(edit).sorted() == [1, 1, 1, 2, 2, 2, 3])
    }
  }
}
