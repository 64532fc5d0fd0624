@testable import Dependence
import DependenceTesting
import Testing

struct KeySetTests {
  @Test func `a set does what a set of numbers does`() {
    var random = SeededRandomNumberGenerator(seed: 7)

    for _ in 0..<200 {
      let first = (0..<30).map { _ in Int.random(in: 0..<200, using: &random) }
      let second = (0..<30).map { _ in Int.random(in: 0..<400, using: &random) }
      var united = KeySet(first)
      var reduced = KeySet(first)

      united.formUnion(KeySet(second))
      for number in second { reduced.remove(number) }

      #expect(united.numbers == Set(first).union(second).sorted())
      #expect(reduced.numbers == Set(first).subtracting(second).sorted())
    }
  }

  @Test func `a copy keeps what it holds when another one changes`() {
    var set = KeySet([1, 100])
    let copy = set

    set.insert(2)
    set.remove(100)
    set.formUnion(KeySet([500]))

    #expect(copy.numbers == [1, 100])
    #expect(set.numbers == [1, 2, 500])
    #expect(copy == KeySet([100, 1]))
    #expect(copy != set)
    #expect(KeySet() == KeySet([]))
  }

  @Test func `a set meets a table where both have a bit`() {
    let table = NumberedWords()
    table.insert(1 << 5, number: 2)

    #expect(KeySet([7, 133]).intersects(table))
    #expect(!KeySet([5, 134, 1_000]).intersects(table))
    #expect(!KeySet().intersects(table))
    #expect(!KeySet([133]).intersects(NumberedWords()))
  }
}

extension KeySet {
  fileprivate init(_ numbers: [Int]) {
    self.init()
    for number in numbers { insert(number) }
  }
}
