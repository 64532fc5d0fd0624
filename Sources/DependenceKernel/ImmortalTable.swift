import Synchronization

/// The key under which an ``ImmortalTable`` stores an object: the address of an object or type and,
/// for a dependency read, the source location of the read.
package struct ImmortalIdentity: Equatable, Sendable {
  var object: UInt
  var file: UInt = 0
  var position: UInt = 0

  package static func of(_ type: Any.Type) -> ImmortalIdentity {
    ImmortalIdentity(object: UInt(bitPattern: ObjectIdentifier(type)))
  }

  package static func of(_ object: AnyObject) -> ImmortalIdentity {
    ImmortalIdentity(object: UInt(bitPattern: ObjectIdentifier(object)))
  }
}

/// A hash table of objects that live as long as the process. Lookups acquire no lock because they
/// are frequent: one happens whenever a property wrapper is created, and in many dependency reads.
///
/// The table uses open addressing with linear probing. Its first integer is the capacity minus one.
/// Each entry consists of four integers: three for the identity, followed by the object's address,
/// which is written last. A table that becomes too small is replaced but not freed, because other
/// threads may still be reading it. All replaced tables together are smaller than the current one,
/// so keeping them at most doubles the memory use.
package struct ImmortalTable: ~Copyable, Sendable {
  private let table = Atomic(Self.words(count: 64).address)
  /// The number of objects in the table. Every insertion holds the lock around this number, so only
  /// one thread at a time changes the table.
  private let count = Lock(0)

  package init() {}

  /// Returns the address of the object whose ``ImmortalIdentity`` consists of the given integers,
  /// or zero if the table contains no such object.
  ///
  /// - Complexity: O(1) on average, without a lock.
  package func find(_ object: UInt, _ file: UInt = 0, _ position: UInt = 0) -> UInt {
    guard let words = Words(at: table.load(ordering: .acquiring)) else { return 0 }
    let mask = words[0]
    var index = Self.hash(object, file, position) & mask
    while true {
      let entry = Int(bitPattern: 1 &+ 4 &* index)
      let element = words[entry &+ 3]
      if element == 0 { return 0 }
      if words[entry] == object, words[entry &+ 2] == position, words[entry &+ 1] == file {
        return element
      }
      index = (index &+ 1) & mask
    }
  }

  /// Returns the hash of the three integers that make up an ``ImmortalIdentity``. The algorithm is
  /// Fibonacci hashing (Knuth, "The Art of Computer Programming", section 6.4).
  @inline(always) private static func hash(_ object: UInt, _ file: UInt, _ position: UInt) -> UInt {
    let mixed = (object ^ (file &* 31) ^ (position &* 127)) &* 0x9e37_79b9_7f4a_7c15
    return mixed ^ (mixed &>> 32)
  }

  /// Returns the address of the object with the given identity. If there is no such object, calls
  /// `make` and inserts the result. The lock is held during that call so that only one object is
  /// created for each identity.
  package func findOrInsert<Object: AnyObject & Sendable>(
    _ identity: ImmortalIdentity,
    make: () -> Object
  ) -> UInt {
    let known = find(identity.object, identity.file, identity.position)
    if known != 0 { return known }
    return count.withLock { count in
      let known = find(identity.object, identity.file, identity.position)
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

  /// Returns the current table if it is at most half full with `count` objects. Otherwise, replaces
  /// it with a larger copy and returns the copy. The caller must hold the lock.
  private func words(for count: UInt) -> Words {
    let old = Words(at: table.load(ordering: .relaxed))!
    guard count * 2 > old[0] + 1 else { return old }
    let words = Self.words(count: (old[0] + 1) * 2)
    for entry in (0...Int(old[0])).map({ 1 + 4 * $0 }) where old[entry + 3] != 0 {
      let identity = ImmortalIdentity(
        object: old[entry],
        file: old[entry + 1],
        position: old[entry + 2]
      )
      Self.insert(old[entry + 3], identity, into: words)
    }
    table.store(words.address, ordering: .releasing)
    return words
  }

  private static func insert(_ element: UInt, _ identity: ImmortalIdentity, into words: Words) {
    var index = hash(identity.object, identity.file, identity.position) & words[0]
    while words[Int(4 + 4 * index)] != 0 { index = (index + 1) & words[0] }
    let entry = Int(1 + 4 * index)
    words[entry] = identity.object
    words[entry + 1] = identity.file
    words[entry + 2] = identity.position
    words[entry + 3] = element
  }
}
