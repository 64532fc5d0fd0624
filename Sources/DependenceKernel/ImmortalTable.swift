import Synchronization

/// The identity of an immortal object: addresses and numbers of the program's text.
package struct ImmortalIdentity: Equatable, Sendable {
  var object: UInt
  var file: UInt = 0
  var place: UInt = 0

  package static func of(_ type: Any.Type) -> ImmortalIdentity {
    ImmortalIdentity(object: UInt(bitPattern: ObjectIdentifier(type)))
  }

  package static func of(_ object: AnyObject) -> ImmortalIdentity {
    ImmortalIdentity(object: UInt(bitPattern: ObjectIdentifier(object)))
  }
}

/// The addresses of objects that live as long as the process, by where they come from. It is read without
/// a lock, because every wrapper that is made and every read by key does.
///
/// Open addressing with linear probing: a word that says how many entries there are, less one; then four for each, an
/// identity, and the address of the object, which is written last. A table that became too small stays in memory for
/// the readers that are still in it, so all of them together take up at most twice as much as the last.
package struct ImmortalTable: ~Copyable, Sendable {
  private let table = Atomic(Self.words(count: 64).address)
  /// The number of elements; guards insertion.
  private let count = Lock(0)

  package init() {}

  /// The address of the object of that identity; zero if none was inserted.
  ///
  /// - Complexity: O(1) on average, without a lock.
  package func find(_ object: UInt, _ file: UInt = 0, _ place: UInt = 0) -> UInt {
    guard let words = Words(at: table.load(ordering: .acquiring)) else { return 0 }
    let mask = words[0]
    var index = Self.hash(object, file, place) & mask
    while true {
      let entry = Int(bitPattern: 1 &+ 4 &* index)
      let element = words[entry &+ 3]
      if element == 0 { return 0 }
      if words[entry] == object, words[entry &+ 2] == place, words[entry &+ 1] == file {
        return element
      }
      index = (index &+ 1) & mask
    }
  }

  /// Fibonacci hashing, from Knuth, "The Art of Computer Programming", 6.4.
  @inline(always) private static func hash(_ object: UInt, _ file: UInt, _ place: UInt) -> UInt {
    let mixed = (object ^ (file &* 31) ^ (place &* 127)) &* 0x9e37_79b9_7f4a_7c15
    return mixed ^ (mixed &>> 32)
  }

  /// The address of the object of that identity; `make` is called, under the lock, if there is none.
  package func findOrInsert<Object: AnyObject & Sendable>(
    _ identity: ImmortalIdentity,
    make: () -> Object
  ) -> UInt {
    let known = find(identity.object, identity.file, identity.place)
    if known != 0 { return known }
    return count.withLock { count in
      let known = find(identity.object, identity.file, identity.place)
      if known != 0 { return known }
      count += 1
      let element = Uncounted.immortal(make()).address
      Self.insert(element, identity, into: words(for: UInt(count)))
      return element
    }
  }

  // MARK: Growing

  private static func words(count: UInt) -> Words {
    let words = Words(count: Int(1 + 4 * count))
    words[0] = count - 1
    return words
  }

  /// A table that is at most half full with `count` elements. Only under the lock.
  private func words(for count: UInt) -> Words {
    let old = Words(at: table.load(ordering: .relaxed))!
    guard count * 2 > old[0] + 1 else { return old }
    let words = Self.words(count: (old[0] + 1) * 2)
    for entry in (0...Int(old[0])).map({ 1 + 4 * $0 }) where old[entry + 3] != 0 {
      let identity = ImmortalIdentity(
        object: old[entry],
        file: old[entry + 1],
        place: old[entry + 2]
      )
      Self.insert(old[entry + 3], identity, into: words)
    }
    table.store(words.address, ordering: .releasing)
    return words
  }

  private static func insert(_ element: UInt, _ identity: ImmortalIdentity, into words: Words) {
    var index = hash(identity.object, identity.file, identity.place) & words[0]
    while words[Int(4 + 4 * index)] != 0 { index = (index + 1) & words[0] }
    let entry = Int(1 + 4 * index)
    words[entry] = identity.object
    words[entry + 1] = identity.file
    words[entry + 2] = identity.place
    words[entry + 3] = element
  }
}
