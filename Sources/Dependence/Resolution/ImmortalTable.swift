import Synchronization

/// An object that lives as long as the process and is found by where it comes from.
protocol Immortal: AnyObject, Sendable {
  var identity: ImmortalIdentity { get }
}

/// What tells one immortal object from another: addresses and numbers of the program's text.
struct ImmortalIdentity: Equatable, Sendable {
  var object: UInt
  var file: UInt = 0
  var place: UInt = 0

  /// Fibonacci hashing, from Knuth, "The Art of Computer Programming", 6.4.
  fileprivate var hash: UInt {
    let mixed = (object ^ (file &* 31) ^ (place &* 127)) &* 0x9e37_79b9_7f4a_7c15
    return mixed ^ (mixed >> 32)
  }
}

/// A set of immortal objects that is read without a lock, because every read of a dependency does.
///
/// Open addressing with linear probing. A table that became too small stays in memory for the readers
/// that are still in it, so all of them together take up at most twice as much as the last.
final class ImmortalTable<Element: Immortal>: Sendable {
  private let table: Atomic<UInt>
  /// Guards insertion; its state is the number of elements.
  private let writer = Lock(0)

  init() {
    table = Atomic(AtomicWords(count: 64).address)
  }

  /// The object of that identity, if it was inserted.
  ///
  /// - Complexity: O(1) on average, without a lock.
  func find(_ identity: ImmortalIdentity) -> Element? {
    AtomicWords(at: table.load(ordering: .acquiring))?.element(identity)
  }

  /// Every object that was inserted, in no order.
  ///
  /// - Complexity: O(*n*), without a lock.
  var all: [Element] {
    guard let words = AtomicWords(at: table.load(ordering: .acquiring)) else { return [] }
    return (0..<words.count).compactMap { index in
      UnsafeRawPointer(bitPattern: words[index]).map {
        Unmanaged<Element>.fromOpaque($0).takeUnretainedValue()
      }
    }
  }

  /// The object of that identity; `make` is called, under the lock, if there is none.
  func findOrInsert(_ identity: ImmortalIdentity, make: () -> Element) -> Element {
    if let known = find(identity) { return known }
    let found: Unmanaged<Element> = writer.withLock { count in
      if let known = find(identity) { return .passUnretained(known) }
      count += 1
      let words = words(for: count)
      let element = Unmanaged.passRetained(make())
      words.insert(element)
      return element
    }
    return found.takeUnretainedValue()
  }

  /// A table that is at most half full with `count` elements. Only under the lock.
  private func words(for count: Int) -> AtomicWords {
    let old = AtomicWords(at: table.load(ordering: .relaxed)).unsafelyUnwrapped
    guard count * 2 > old.count else { return old }
    let words = AtomicWords(count: old.count * 2)
    for index in 0..<old.count {
      guard let pointer = UnsafeRawPointer(bitPattern: old[index]) else { continue }
      words.insert(Unmanaged<Element>.fromOpaque(pointer))
    }
    table.store(words.address, ordering: .releasing)
    return words
  }
}

extension AtomicWords {
  fileprivate func element<Element: Immortal>(_ identity: ImmortalIdentity) -> Element? {
    let mask = count - 1
    var index = Int(truncatingIfNeeded: identity.hash) & mask
    while let pointer = UnsafeRawPointer(bitPattern: self[index]) {
      let element = Unmanaged<Element>.fromOpaque(pointer).takeUnretainedValue()
      if element.identity == identity { return element }
      index = (index + 1) & mask
    }
    return nil
  }

  fileprivate func insert<Element: Immortal>(_ element: Unmanaged<Element>) {
    let mask = count - 1
    var index = Int(truncatingIfNeeded: element.takeUnretainedValue().identity.hash) & mask
    while self[index] != 0 { index = (index + 1) & mask }
    self[index] = UInt(bitPattern: element.toOpaque())
  }
}
