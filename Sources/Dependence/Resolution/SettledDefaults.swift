import Synchronization

/// The defaults of a root that need no second look: computed without any override, used, and with
/// nothing left to report. They are found by their key's number, without a lock.
///
/// Nothing is ever taken out, and tables that became too small stay until the end of the root, so a
/// reader that holds the root may follow what it finds.
final class SettledDefaults: Sendable {
  /// The address of the table; zero before the first insertion.
  private let table = Atomic<UInt>(0)
  // Every table there was. Touched only under the lock of the cache.
  @exclusivity(unchecked) private nonisolated(unsafe) var tables: [AtomicWords] = []

  deinit {
    for words in tables { words.deallocate() }
  }

  /// The settled default of a key, if it has one.
  ///
  /// - Complexity: O(1), without a lock.
  subscript(number: Int) -> Default? {
    guard let words = AtomicWords(at: table.load(ordering: .acquiring)), number < words.count,
      let pointer = UnsafeRawPointer(bitPattern: words[number])
    else { return nil }
    return Unmanaged<Default>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Settles the default of a key. Only under the lock of the cache, which keeps the default.
  func insert(_ value: Default, number: Int) {
    words(for: number)[number] = UInt(bitPattern: Unmanaged.passUnretained(value).toOpaque())
  }

  /// A table with room for a key.
  private func words(for number: Int) -> AtomicWords {
    let old = tables.last
    if let old, number < old.count { return old }
    let words = AtomicWords(count: max(number + 1, (old?.count ?? 0) * 2, 16))
    for index in 0..<(old?.count ?? 0) { words[index] = old?[index] ?? 0 }
    tables.append(words)
    table.store(words.address, ordering: .releasing)
    return words
  }
}
