import Synchronization

/// A fixed number of words in memory that any thread may read while one writes.
///
/// Zero means empty. A reference: whoever made it decides when it may go.
struct AtomicWords: Sendable {
  /// Where it is, so that it fits into a word itself.
  let address: UInt

  /// The words at an address; nil for zero.
  init?(at address: UInt) {
    guard address != 0 else { return nil }
    self.address = address
  }

  /// That many empty words.
  init(count: Int) {
    let words = Self.zeroes(count: count + 1)
    words[0].store(UInt(count), ordering: .relaxed)
    address = UInt(bitPattern: words)
  }

  /// That many words in memory, all of them zero. In one go: tests make and free tables without optimisation.
  static func zeroes(count: Int) -> UnsafeMutablePointer<Atomic<UInt>> {
    let words = UnsafeMutablePointer<UInt>.allocate(capacity: count)
    words.initialize(repeating: 0, count: count)
    // An atomic word is a word in memory.
    return UnsafeMutableRawPointer(words).assumingMemoryBound(to: Atomic<UInt>.self)
  }

  /// Copies the words of another, shorter table. Before anybody reads from this one, while nobody writes to
  /// the other.
  func copy(_ other: AtomicWords) {
    UnsafeMutableRawPointer(words + 1)
      .copyMemory(from: other.words + 1, byteCount: other.count * MemoryLayout<UInt>.size)
  }

  private var words: UnsafeMutablePointer<Atomic<UInt>> {
    UnsafeMutablePointer(bitPattern: address).unsafelyUnwrapped
  }

  // Written before anyone else could see the table.
  var count: Int { Int(words[0].load(ordering: .relaxed)) }

  /// A word, and everything that was written before it.
  subscript(index: Int) -> UInt {
    get { words[index + 1].load(ordering: .acquiring) }
    nonmutating set { words[index + 1].store(newValue, ordering: .releasing) }
  }

  /// Whether some bit is set here and in `bits`, of which there are that many words.
  func intersects(_ bits: UnsafePointer<UInt>, count: Int) -> Bool {
    let own = words
    let end = min(count, self.count)
    var index = 0
    while index < end {
      if bits[index] & own[index &+ 1].load(ordering: .acquiring) != 0 { return true }
      index &+= 1
    }
    return false
  }

  /// Gives the memory back. Nobody may be reading.
  func deallocate() {
    words.deallocate()
  }
}
