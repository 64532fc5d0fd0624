/// A set of dependency keys, stored as a bit set. The position of a key's bit is its
/// ``AnyKeyRecord/index``.
///
/// A default value may depend on hundreds of keys, so ``formUnion(_:)`` combines a whole machine
/// word of bits at a time.
package struct KeySet: Sendable, Equatable {
  /// The bits of the first 64 keys. They are stored outside `rest` so that programs with few keys
  /// need not allocate that array.
  private var first: UInt = 0
  private var rest: [UInt] = []
  /// The union of the ``AnyKeyRecord/bit`` values of all keys in the set. Several keys can share a
  /// bit, so a set bit does not prove that a key is in the set, but a clear bit proves that it is
  /// not.
  package private(set) var bits: UInt = 0

  package init(_ records: [AnyKeyRecord] = []) {
    for record in records { insert(record) }
  }

  /// A set that contains only the key for the context (live, preview or test), which every default
  /// value depends on.
  static var context: KeySet {
    var set = KeySet()
    (set.first, set.bits) = (1, AnyKeyRecord.contextBit)
    return set
  }

  package mutating func insert(_ record: AnyKeyRecord) {
    let (word, bit) = record.index.quotientAndRemainder(dividingBy: UInt.bitWidth)
    bits |= record.bit
    if word == 0 { return first |= 1 << UInt(bit) }
    extend(to: word)
    rest[word - 1] |= 1 << UInt(bit)
  }

  package func contains(_ record: AnyKeyRecord) -> Bool {
    guard bits & record.bit != 0 else { return false }
    let (word, bit) = record.index.quotientAndRemainder(dividingBy: UInt.bitWidth)
    let bits = word == 0 ? first : word <= rest.count ? rest[word - 1] : 0
    return bits & 1 << UInt(bit) != 0
  }

  package mutating func formUnion(_ other: KeySet) {
    first |= other.first
    bits |= other.bits
    if rest.isEmpty { return rest = other.rest }
    extend(to: other.rest.count)
    for index in other.rest.indices { rest[index] |= other.rest[index] }
  }

  /// Pads `rest`, which stores the bits after the first machine word, with zeros until it has at
  /// least `count` elements. All zeros are appended at once to avoid repeated allocations.
  private mutating func extend(to count: Int) {
    if rest.count < count { rest += repeatElement(0, count: count - rest.count) }
  }

  /// The records of the keys in the set, ordered by ``AnyKeyRecord/index``.
  package var records: [AnyKeyRecord] { KeyRegistry.all.filter(contains) }
}
