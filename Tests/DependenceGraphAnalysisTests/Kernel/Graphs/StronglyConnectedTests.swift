import DependenceGraphKernel
import Testing

struct StronglyConnectedTests {
  /// Returns the nodes that are reachable from each node, including the node itself.
  private func reached(in successors: [[Int]]) -> [Set<Int>] {
    successors.indices.map { start in
      var found: Set = [start]
      var next = [start]
      while let node = next.popLast() {
        next += successors[node].filter { found.insert($0).inserted }
      }
      return found
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `strongly connected nodes form one component after its successors`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...12, using: &random)
    let successors = (0..<count).map { _ in
      (0..<Int.random(in: 0...2, using: &random)).map { _ in
        Int.random(in: 0..<count, using: &random)
      }
    }

    let components = stronglyConnectedComponents(of: successors)

    let reached = reached(in: successors)
    let expected = Set(
      successors.indices.map { node in
        reached[node].filter { reached[$0].contains(node) }.sorted()
      }
    )
    #expect(components.count == expected.count)
    #expect(Set(components) == expected)
    let numbers = componentNumbers(of: components)
    #expect(numbers.indices.allSatisfy { components[numbers[$0]].contains($0) })
    for (node, others) in successors.enumerated() {
      #expect(others.allSatisfy { numbers[$0] <= numbers[node] })
    }
  }
}
