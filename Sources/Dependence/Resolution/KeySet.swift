/// A set of keys, by the numbers of their records.
///
/// As a default may be built on hundreds of others, sets are united word by word.
struct KeySet: Sendable, Equatable {
  private var words: [UInt] = []

  /// Adds the key of that number.
  mutating func insert(_ number: Int) {
    let index = number / UInt.bitWidth
    while words.count <= index { words.append(0) }
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
    while words.count < other.words.count { words.append(0) }
    for index in other.words.indices { words[index] |= other.words[index] }
  }

  /// Keeps the keys that are in another set as well.
  mutating func formIntersection(_ other: KeySet) {
    words.removeLast(max(0, words.count - other.words.count))
    for index in words.indices { words[index] &= other.words[index] }
  }

  /// The numbers, ascending.
  var numbers: [Int] {
    words.indices.flatMap { index in
      (0..<UInt.bitWidth).lazy.filter { words[index] >> UInt($0) & 1 == 1 }
        .map { index * UInt.bitWidth + $0 }
    }
  }
}
