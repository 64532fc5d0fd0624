@testable import DependenceHarness
import Testing

struct HeapTests {
  @Test(arguments: 0..<20)
  func `a heap removes its elements in ascending order`(seed: UInt64) {
    var random = LinearRandom(state: seed)
    let elements = (0..<Int.random(in: 0...200, using: &random)).map { _ in
      Int.random(in: 0...50, using: &random)
    }
    var heap = Heap<Int>()

    for element in elements { heap.insert(element) }

    var drained: [Int] = []
    while let least = heap.least {
      #expect(heap.removeLeast() == least)
      drained.append(least)
    }
    #expect(drained == elements.sorted())
    #expect(heap.removeLeast() == nil)
  }

  @Test func `removing elements from the middle keeps the others in order`() {
    var heap = Heap<Int>()
    for element in [9, 4, 7, 1, 8, 2, 6, 3, 5] { heap.insert(element) }

    heap.removeAll { $0.isMultiple(of: 2) }

    #expect(sequence(state: heap) { $0.removeLeast() }.map(\.self) == [1, 3, 5, 7, 9])
  }
}
