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
      var common = KeySet(first)
      var reduced = KeySet(first)

      united.formUnion(KeySet(second))
      common.formIntersection(KeySet(second))
      for number in second { reduced.remove(number) }

      #expect(united.numbers == Set(first).union(second).sorted())
      #expect(common.numbers == Set(first).intersection(second).sorted())
      #expect(reduced.numbers == Set(first).subtracting(second).sorted())
    }
  }
}

extension KeySet {
  fileprivate init(_ numbers: [Int]) {
    self.init()
    for number in numbers { insert(number) }
  }
}
