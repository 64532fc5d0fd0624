/// A set of keys, by the numbers of their records.
///
/// As a default may be built on hundreds of others, sets are united word by word.
struct KeySet: Sendable, Equatable {
  private var words: [UInt] = []

  /// Adds the key of that number.
  mutating func insert(_ number: Int) {
    let index = number / UInt.bitWidth
    grow(to: index + 1)
    words[index] |= 1 &<< UInt(number % UInt.bitWidth)
  }

  /// Takes the key of that number out.
  mutating func remove(_ number: Int) {
    let index = number / UInt.bitWidth
    guard index < words.count else { return }
    words[index] &= ~(1 &<< UInt(number % UInt.bitWidth))
  }

  /// Adds the keys of another set.
  mutating func formUnion(_ other: KeySet) {
    guard !words.isEmpty else { return words = other.words }
    grow(to: other.words.count)
    for index in other.words.indices { words[index] |= other.words[index] }
  }

  /// Keeps the keys that are in another set as well.
  mutating func formIntersection(_ other: KeySet) {
    words.removeLast(max(0, words.count - other.words.count))
    for index in words.indices { words[index] &= other.words[index] }
  }

  /// Whether some key is in this set and in that which a table of words is.
  func intersects(_ table: NumberedWords) -> Bool {
    var index = 0
    while index < words.count {
      if words[index] & table[index] != 0 { return true }
      index += 1
    }
    return false
  }

  /// The numbers, ascending.
  var numbers: [Int] {
    var numbers: [Int] = []
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        numbers.append(index * UInt.bitWidth + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return numbers
  }

  private mutating func grow(to count: Int) {
    guard words.count < count else { return }
    words.reserveCapacity(count)
    words.append(contentsOf: repeatElement(0, count: count - words.count))
  }
}
