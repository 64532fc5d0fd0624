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
    let words = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: count + 1)
    words.initialize(to: Atomic(UInt(count)))
    for index in 0..<count { (words + 1 + index).initialize(to: Atomic(0)) }
    address = UInt(bitPattern: words)
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

  /// Gives the memory back. Nobody may be reading.
  func deallocate() {
    words.deallocate()
  }
}
