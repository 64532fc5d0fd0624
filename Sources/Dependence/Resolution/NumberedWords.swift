import Synchronization

/// Words by number that are read without a lock: zero, until one is put there.
///
/// Tables that became too small stay as long as this does, so a reader that holds it may follow what it
/// finds.
final class NumberedWords: Sendable {
  /// The address of the table; zero before the first insertion.
  private let table = Atomic<UInt>(0)
  // Every table there was. Touched only by whoever inserts.
  @exclusivity(unchecked) private nonisolated(unsafe) var tables: [AtomicWords] = []

  deinit {
    for words in tables { words.deallocate() }
  }

  /// The word of a number.
  ///
  /// - Complexity: O(1), without a lock.
  subscript(number: Int) -> UInt {
    guard let words = AtomicWords(at: table.load(ordering: .acquiring)), number < words.count
    else { return 0 }
    return words[number]
  }

  /// Whether some bit is set here and in `bits`, of which there are that many words.
  ///
  /// - Complexity: O(*n*) in the number of words, without a lock.
  func intersects(_ bits: UnsafePointer<UInt>, count: Int) -> Bool {
    guard let words = AtomicWords(at: table.load(ordering: .acquiring)) else { return false }
    return words.intersects(bits, count: count)
  }

  /// Calls `body` with every word that was put somewhere, and its number.
  func forEach(_ body: (_ word: UInt, _ number: Int) -> Void) {
    guard let words = AtomicWords(at: table.load(ordering: .acquiring)) else { return }
    var number = 0
    while number < words.count {
      let word = words[number]
      if word != 0 { body(word, number) }
      number += 1
    }
  }

  /// Puts a word there. Only one thread at a time.
  func insert(_ word: UInt, number: Int) {
    words(for: number)[number] = word
  }

  /// A table with room for a number.
  private func words(for number: Int) -> AtomicWords {
    let old = tables.last
    if let old, number < old.count { return old }
    let words = AtomicWords(count: max(number + 1, (old?.count ?? 0) * 2, 16))
    if let old { words.copy(old) }
    tables.append(words)
    table.store(words.address, ordering: .releasing)
    return words
  }
}
