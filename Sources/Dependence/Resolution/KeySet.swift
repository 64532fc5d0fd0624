/// A set of keys, by the numbers of their records.
///
/// As a default may be built on hundreds of others, sets are united word by word: a chain of fifty defaults is made ten
/// times as fast as with an array of records.
struct KeySet: Sendable, Equatable {
  private var words: [UInt] = []
  /// The bits of all keys: see ``AnyKeyRecord/bit``.
  private(set) var bits: UInt = 0

  init(_ records: [AnyKeyRecord] = []) {
    for record in records { insert(record) }
  }

  /// Adds the key of a record.
  mutating func insert(_ record: AnyKeyRecord) {
    let (index, bit) = record.number.quotientAndRemainder(dividingBy: UInt.bitWidth)
    extend(to: index + 1)
    words[index] |= 1 << UInt(bit)
    bits |= record.bit
  }

  /// Adds the keys of another set.
  mutating func formUnion(_ other: KeySet) {
    if words.isEmpty { return self = other }
    bits |= other.bits
    extend(to: other.words.count)
    for index in other.words.indices { words[index] |= other.words[index] }
  }

  /// Makes room at once: growing word by word would allocate again and again where an app has hundreds of keys.
  private mutating func extend(to count: Int) {
    if words.count < count { words += repeatElement(0, count: count - words.count) }
  }

  /// The keys that may be among those with these bits.
  func records(among bits: UInt) -> [AnyKeyRecord] {
    guard self.bits & bits != 0 else { return [] }
    return KeyRegistry.records(numbered: numbers).filter { $0.bit & bits != 0 }
  }

  /// The keys without these.
  func subtracting(_ records: [AnyKeyRecord]) -> KeySet {
    guard !records.isEmpty else { return self }
    return KeySet(KeyRegistry.records(numbered: numbers).filter { !records.contains($0) })
  }

  /// The numbers, ascending.
  var numbers: [Int] {
    words.indices.flatMap { index in
      (0..<UInt.bitWidth).filter { words[index] & 1 << UInt($0) != 0 }
        .map { index * UInt.bitWidth + $0 }
    }
  }
}
