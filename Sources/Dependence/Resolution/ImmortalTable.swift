import Synchronization

/// What tells one immortal object from another: addresses and numbers of the program's text.
package struct ImmortalIdentity: Equatable, Sendable {
  var object: UInt
  var file: UInt = 0
  var place: UInt = 0
}

/// The addresses of objects that live as long as the process, by where they come from. It is read without
/// a lock, because every read of a dependency does.
///
/// Open addressing with linear probing. A table that became too small stays in memory for the readers
/// that are still in it, so all of them together take up at most twice as much as the last.
///
/// Written for unoptimised builds, where tests run: words, and neither generics nor references to count.
package struct ImmortalTable: ~Copyable, Sendable {
  private typealias Words = UnsafeMutablePointer<Atomic<UInt>>

  // A word that says how many entries there are, less one; then four words for each: an identity, and the
  // address of the object, which is written last. Zero before the first insertion, so that a global table
  // is there when the program starts.
  private let table = Atomic<UInt>(0)
  /// The address of what guards insertion, whose state is the number of elements; zero before the first.
  private let writer = Atomic<UInt>(0)

  package init() {}

  /// The address of the object of that identity; zero if none was inserted.
  ///
  /// - Complexity: O(1) on average, without a lock.
  @_transparent package func find(_ object: UInt, _ file: UInt = 0, _ place: UInt = 0) -> UInt {
    guard let words = Words(bitPattern: table.load(ordering: .acquiring)) else { return 0 }
    let mask = words[0].load(ordering: .relaxed)
    var index = Self.hash(object, file, place) & mask
    while true {
      let entry = words + Int(bitPattern: 1 &+ 4 &* index)
      let element = entry[3].load(ordering: .acquiring)
      if element == 0 { return 0 }
      if entry[0].load(ordering: .relaxed) == object, entry[2].load(ordering: .relaxed) == place,
        entry[1].load(ordering: .relaxed) == file
      {
        return element
      }
      index = (index &+ 1) & mask
    }
  }

  /// Fibonacci hashing, from Knuth, "The Art of Computer Programming", 6.4.
  @inline(always) fileprivate static func hash(_ object: UInt, _ file: UInt, _ place: UInt) -> UInt
  {
    let mixed = (object ^ (file &* 31) ^ (place &* 127)) &* 0x9e37_79b9_7f4a_7c15
    return mixed ^ (mixed &>> 32)
  }

  /// The address of the object of that identity; `make` is called, under the lock, if there is none.
  package func findOrInsert(
    _ identity: ImmortalIdentity,
    make: () -> any AnyObject & Sendable
  ) -> UInt {
    let known = find(identity.object, identity.file, identity.place)
    if known != 0 { return known }
    return lock.withLock { count in
      let known = find(identity.object, identity.file, identity.place)
      if known != 0 { return known }
      count += 1
      let words = words(for: UInt(count))
      let element = UInt(bitPattern: Unmanaged<AnyObject>.passRetained(make()).toOpaque())
      Self.insert(element, identity, into: words)
      return element
    }
  }

  /// The address of every object that was inserted, in no order.
  ///
  /// - Complexity: O(*n*), without a lock.
  var all: [UInt] {
    guard let words = Words(bitPattern: table.load(ordering: .acquiring)) else { return [] }
    return (0...Int(words[0].load(ordering: .relaxed)))
      .map { words[4 + 4 * $0].load(ordering: .acquiring) }
      .filter { $0 != 0 }
  }

  // MARK: Growing

  private static func words(count: UInt) -> Words {
    let words = AtomicWords.zeroes(count: Int(1 + 4 * count))
    words[0].store(count - 1, ordering: .relaxed)
    return words
  }

  private var lock: Lock<Int> {
    let known = writer.load(ordering: .acquiring)
    if known != 0 { return unsafeBitCast(known, to: Lock<Int>.self) }
    let made = Unmanaged.passRetained(Lock(0))
    let (isFirst, winner) = writer.compareExchange(
      expected: 0,
      desired: UInt(bitPattern: made.toOpaque()),
      ordering: .acquiringAndReleasing
    )
    if isFirst { return made.takeUnretainedValue() }
    made.release()
    return unsafeBitCast(winner, to: Lock<Int>.self)
  }

  /// A table that is at most half full with `count` elements. Only under the lock.
  private func words(for count: UInt) -> Words {
    guard let old = Words(bitPattern: table.load(ordering: .relaxed)) else {
      let words = Self.words(count: 64)
      table.store(UInt(bitPattern: words), ordering: .releasing)
      return words
    }
    let oldCount = old[0].load(ordering: .relaxed) + 1
    guard count * 2 > oldCount else { return old }
    let words = Self.words(count: oldCount * 2)
    for index in 0..<Int(oldCount) {
      let entry = old + (1 + 4 * index)
      let element = entry[3].load(ordering: .relaxed)
      guard element != 0 else { continue }
      let identity = ImmortalIdentity(
        object: entry[0].load(ordering: .relaxed),
        file: entry[1].load(ordering: .relaxed),
        place: entry[2].load(ordering: .relaxed)
      )
      Self.insert(element, identity, into: words)
    }
    table.store(UInt(bitPattern: words), ordering: .releasing)
    return words
  }

  private static func insert(_ element: UInt, _ identity: ImmortalIdentity, into words: Words) {
    let mask = words[0].load(ordering: .relaxed)
    var index = hash(identity.object, identity.file, identity.place) & mask
    while words[Int(4 + 4 * index)].load(ordering: .relaxed) != 0 { index = (index + 1) & mask }
    let entry = words + Int(1 + 4 * index)
    entry[0].store(identity.object, ordering: .relaxed)
    entry[1].store(identity.file, ordering: .relaxed)
    entry[2].store(identity.place, ordering: .relaxed)
    entry[3].store(element, ordering: .releasing)
  }
}
