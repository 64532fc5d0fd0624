@testable import Dependence
@testable import DependenceKernel
import DependenceTesting
import Testing

struct KeySetTests {
  /// Records of a hundred and fifty keys that are no types: more than a word has bits.
  private static let records = (0..<150).map { KeyRecord<Int>(label: Label(name: "\($0)")) }

  private struct Label: RecordLabel {
    let name: String
    var accessor: String { name }
  }

  private func numbers(_ keys: [Int]) -> [Int] {
    Set(keys.map { Self.records[$0].number }).sorted()
  }

  @Test func `a set does what a set of numbers does`() {
    var random = SeededRandomNumberGenerator(seed: 7)

    for _ in 0..<200 {
      let first = (0..<30).map { _ in Int.random(in: 0..<100, using: &random) }
      let second = (0..<30).map { _ in Int.random(in: 0..<150, using: &random) }
      var united = KeySet(first.map { Self.records[$0] })

      united.formUnion(KeySet(second.map { Self.records[$0] }))

      #expect(united.records.map(\.number) == numbers(first + second))
      #expect(united == KeySet((second + first).map { Self.records[$0] }))
    }
  }

  @Test func `a key has one bit of 63, by its number, and the context one of its own`() {
    let bits = Self.records.map { UInt(1) << UInt(1 + $0.number % 63) }

    #expect(Self.records.map(\.bit) == bits)
    #expect(DependencyContextKey.record.bit == 1)
  }

  @Test func `a set contains its keys, and no others that share a bit with them`() {
    let set = KeySet(Array(Self.records.prefix(70)))

    #expect(Self.records.map(set.contains) == Self.records.indices.map { $0 < 70 })
    #expect(set.bits == Self.records.prefix(70).reduce(0) { $0 | $1.bit })
  }

  @Test func `only the context has the first bit`() {
    #expect(DependencyContextKey.record.bit == 1)
    #expect(Self.records.allSatisfy { $0.bit.nonzeroBitCount == 1 && $0.bit != 1 })
  }
}
