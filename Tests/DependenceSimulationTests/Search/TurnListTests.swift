import Dependence
@testable import DependenceSimulation
import Testing

struct TurnListTests {
  /// A reference implementation that searches the whole list each time.
  private struct Model {
    var turns: [Int]

    mutating func take(from candidates: [Int]) -> Int? {
      guard let index = turns.firstIndex(where: candidates.contains) else { return nil }
      return candidates.firstIndex(of: turns.remove(at: index))
    }
  }

  @Test(arguments: UInt64(0)..<50)
  func `a turn list behaves like a linear search of the turns`(seed: UInt64) {
    var random = SeededRandomNumberGenerator(seed: seed)
    let turns = (0..<40).map { _ in Int.random(in: 0..<6, using: &random) }
    var model = Model(turns: turns)
    var list = TurnList(turns.map { Turn(participant: $0) })

    for _ in 0..<60 {
      let candidates = Array((0..<8).shuffled(using: &random).prefix(3))
      let expected = model.take(from: candidates)
      let taken = list.take(from: candidates)

      #expect(taken == expected)
    }
  }
}
