/// A set of non-negative integers below a fixed capacity, stored as one bit per possible element.
package struct BitSet: Sendable {
  private var words: [UInt64]

  package init(capacity: Int) { words = Array(repeating: 0, count: (capacity + 63) / 64) }

  package func contains(_ element: Int) -> Bool {
    words[element >> 6] & (1 << UInt64(element & 63)) != 0
  }

  package mutating func insert(_ element: Int) { words[element >> 6] |= 1 << UInt64(element & 63) }

  package mutating func formUnion(_ other: BitSet, subtracting excluded: BitSet) -> Bool {
    var grows = false
    for index in words.indices {
      let union = words[index] | (other.words[index] & ~excluded.words[index])
      if union != words[index] {
        words[index] = union
        grows = true
      }
    }
    return grows
  }

  package var elements: [Int] {
    var elements: [Int] = []
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        elements.append(index * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return elements
  }
}
