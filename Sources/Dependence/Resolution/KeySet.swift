/// A set of keys, by the numbers of their records.
///
/// As a default may be built on hundreds of others, sets are united word by word. Words in plain memory, because
/// arrays are slow where nothing is optimised, and every default has such a set.
struct KeySet: @unchecked Sendable {
  // Unchecked, because the words change, but only while there is one reference to them.
  private var words: Words?

  /// Bits that several sets share until one of them changes; the header says how many words there are.
  private final class Words: ManagedBuffer<Int, UInt> {
    var count: Int { header }
    var bits: UnsafeMutablePointer<UInt> { withUnsafeMutablePointerToElements { $0 } }

    static func make(count: Int, copying other: Words?) -> Words {
      let words = unsafeDowncast(create(minimumCapacity: count) { _ in count }, to: Words.self)
      let bits = words.bits
      bits.initialize(repeating: 0, count: count)
      if let other { bits.update(from: other.bits, count: min(count, other.count)) }
      return words
    }
  }

  /// Adds the key of that number.
  mutating func insert(_ number: Int) {
    let index = number / UInt.bitWidth
    unshared(count: index + 1).bits[index] |= Self.bit(number)
  }

  /// Takes the key of that number out.
  mutating func remove(_ number: Int) {
    let index = number / UInt.bitWidth
    guard index < words?.count ?? 0 else { return }
    unshared(count: index + 1).bits[index] &= ~Self.bit(number)
  }

  /// Adds the keys of another set.
  mutating func formUnion(_ other: KeySet) {
    guard let added = other.words else { return }
    guard words != nil else { return words = added }
    let united = unshared(count: added.count).bits
    let bits = added.bits
    let count = added.count
    var index = 0
    while index < count {
      united[index] |= bits[index]
      index &+= 1
    }
  }

  /// Whether some key is in this set and in that which a table of words is.
  func intersects(_ table: NumberedWords) -> Bool {
    guard let words else { return false }
    return table.intersects(UnsafePointer(words.bits), count: words.count)
  }

  /// The numbers, ascending.
  var numbers: [Int] {
    guard let words else { return [] }
    var numbers: [Int] = []
    for index in 0..<words.count {
      var rest = words.bits[index]
      while rest != 0 {
        numbers.append(index * UInt.bitWidth + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return numbers
  }

  private static func bit(_ number: Int) -> UInt { 1 &<< UInt(number % UInt.bitWidth) }

  /// Words of this set alone, with room for that many.
  private mutating func unshared(count: Int) -> Words {
    if isKnownUniquelyReferenced(&words), let words, count <= words.count { return words }
    let copy = Words.make(count: max(count, words?.count ?? 0), copying: words)
    words = copy
    return copy
  }
}

extension KeySet: Equatable {
  static func == (left: Self, right: Self) -> Bool {
    left.words === right.words || left.numbers == right.numbers
  }
}
