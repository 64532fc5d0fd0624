import DependenceGraphKernel
import Testing

struct BitSetTests {
  private func set(_ elements: [Int], capacity: Int = 200) -> BitSet {
    var set = BitSet(capacity: capacity)
    for element in elements { set.insert(element) }
    return set
  }

  @Test func `elements are listed in ascending order across words of the set`() {
    let set = set([199, 64, 0, 63, 127, 64])

    #expect(set.elements == [0, 63, 64, 127, 199])
    #expect((0..<200).filter(set.contains) == [0, 63, 64, 127, 199])
  }

  @Test(arguments: [1, 63, 64, 65, 4_096])
  func `a set can contain the last element of its capacity`(capacity: Int) {
    #expect(set([capacity - 1], capacity: capacity).elements == [capacity - 1])
  }

  @Test(
    arguments: [
      ([1, 70], [2, 70, 130], [2], [1, 70, 130], true), ([1], [1], [], [1], false),
      ([1], [2, 130], [2, 130], [1], false), ([], [0], [1], [0], true), ([0], [], [0], [0], false),
    ] as [([Int], [Int], [Int], [Int], Bool)]
  )
  func `a union skips excluded elements and reports whether the set grew`(
    own: [Int],
    other: [Int],
    excluded: [Int],
    union: [Int],
    grows: Bool
  ) {
    var result = set(own)

    #expect(result.formUnion(set(other), subtracting: set(excluded)) == grows)
    #expect(result.elements == union)
  }
}
