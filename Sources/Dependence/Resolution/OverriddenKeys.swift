/// Which keys have ever been overridden in this process: no others need to be looked for.
enum OverriddenKeys {
  /// Every record there is, by number.
  private static let records = Lock<[AnyKeyRecord]>([])
  /// The keys but for the context, as a set that is read without a lock: a bit for each number.
  private static let bits = NumberedWords()

  /// Gives a new record its number.
  static func add(_ record: AnyKeyRecord) -> Int {
    records.withLock { records in
      records.append(record)
      return records.count - 1
    }
  }

  static func note(_ record: AnyKeyRecord) {
    // Every default depends on it, so it would stand for all of them.
    guard record !== DependencyContextKey.record else { return }
    records.withLock { _ in
      let (word, bit) = record.number.quotientAndRemainder(dividingBy: UInt.bitWidth)
      bits.insert(bits[word] | 1 &<< UInt(bit), number: word)
    }
  }

  /// Whether any key has ever been overridden of those that a default was built on.
  ///
  /// - Complexity: O(*n*) in the number of keys, sixty-four at a time, without a lock.
  static func contain(anyOf keys: KeySet) -> Bool {
    DependencyContextKey.record.overrideSlot >= 0 || containMoreThanContext(of: keys)
  }

  /// Whether any key of a set has ever been overridden, whatever the context was.
  static func containMoreThanContext(of keys: KeySet) -> Bool { keys.intersects(bits) }

  /// The keys of a set that have ever been overridden.
  static func among(_ keys: KeySet) -> [AnyKeyRecord] {
    guard contain(anyOf: keys) else { return [] }
    return records.withLock { records in
      keys.numbers.map { records[$0] }.filter { $0.overrideSlot >= 0 }
    }
  }
}
