@testable import Dependence
@testable import DependenceKernel
import DependenceTesting
import Testing

struct KeySetTests {
  /// The records of 150 labeled keys. This number is greater than the number of bits in a machine
  /// word, so some keys share a bit.
  private static let records = (0..<150).map { KeyRecord<Int>(label: Label(name: "\($0)")) }

  private struct Label: RecordLabel {
    let name: String
    var accessor: String { name }
  }

  private func indices(_ keys: [Int]) -> [Int] {
    Set(keys.map { Self.records[$0].index }).sorted()
  }

  @Test func `the union of key sets matches that of number sets`() {
    var random = SeededRandomNumberGenerator(seed: 7)

    for _ in 0..<200 {
      let first = (0..<30).map { _ in Int.random(in: 0..<100, using: &random) }
      let second = (0..<30).map { _ in Int.random(in: 0..<150, using: &random) }
      var united = KeySet(first.map { Self.records[$0] })

      united.formUnion(KeySet(second.map { Self.records[$0] }))

      #expect(united.records.map(\.index) == indices(first + second))
      #expect(united == KeySet((second + first).map { Self.records[$0] }))
    }
  }

  @Test func `a key set contains its keys but not other keys that share their bits`() {
    let set = KeySet(Array(Self.records.prefix(70)))

    #expect(Self.records.map(set.contains) == Self.records.indices.map { $0 < 70 })
    #expect(set.bits == Self.records.prefix(70).reduce(0) { $0 | $1.bit })
  }

  @Test func `each key has one bit, which it does not share with the context`() {
    let bits = Set(Self.records.map(\.bit))
    let context = DependencyContextKey.record.bit

    #expect(bits.union([context]).allSatisfy { $0.nonzeroBitCount == 1 })
    #expect(!bits.contains(context))
    // A lookup is slower if several keys have the same bit, so the keys should use most of the
    // bits.
    #expect(bits.count > UInt.bitWidth / 2)
  }
}
