import Synchronization

/// A cache for the results of reads from one frame (a link in the chain that forms a scope).
/// Lookups acquire no lock.
///
/// The overrides in a scope never change, so a cached result stays valid until the test ends or a
/// user interface publishes overrides that the scope does not ignore. Every lookup checks for both
/// events. Results are not cached if every read must be reported to an observer or recorded as an
/// input to a default value that is being computed.
///
/// Most frames are read from at most once, so the first read only sets a flag, and the second read
/// allocates a table. If two keys need the same table entry, a larger table replaces the current
/// one, up to a maximum size. The smaller table is kept because other threads may still be reading
/// it.
enum ReadMemo {
  /// A mark that the first read from a frame stores in ``Frame/memo``. The second read replaces the
  /// mark with the address of a table. No table has the address 1, so the mark cannot be mistaken
  /// for an address.
  private static let mark: UInt = 1
  private static let smallest: UInt = 4
  private static let largest: UInt = 64

  /// A hash table of cached results in manually allocated memory. Entries never change once they
  /// have been written.
  private struct Table {
    let words: Words

    init?(at address: UInt) {
      guard address > mark, let words = Words(at: address) else { return nil }
      self.words = words
    }

    init(entryCount: UInt, invalidationFlag: Words, smaller: Table?) {
      words = Words(count: 3 + 2 * Int(entryCount))
      words[0] = entryCount - 1
      words[1] = invalidationFlag.address
      words[2] = smaller?.words.address ?? 0
    }

    /// The number of entries minus one. The number of entries is a power of two, so this value is a
    /// bit mask that maps a key's index to an entry.
    var mask: UInt { words[0] }
    /// The flag that is zero as long as the cached results are valid. It is stored in the
    /// ``DependencyRoot`` of the test or process that the scope belongs to: see ``RootFlag``.
    var invalidationFlag: Words? { Words(at: words[1]) }
    /// The smaller table that this table replaced, or `nil` if this is the first table.
    var smaller: Table? { Table(at: words[2]) }
    /// Returns the index where a key's entry begins. The entry consists of two integers: the
    /// address of the key's metadata record, followed by the address of the object that holds the
    /// key's value.
    func entry(for record: AnyKeyRecord) -> Int {
      3 &+ 2 &* (record.index & Int(bitPattern: mask))
    }

    func insert(_ holder: UInt, for record: AnyKeyRecord) -> Bool {
      let entry = entry(for: record), key = Uncounted(record).address
      guard words.claim(entry, for: key) == key else { return false }
      // All threads that read this key from this frame write the same address here, so the order of
      // their writes does not matter.
      words[entry + 1] = holder
      return true
    }
  }

  /// Returns the cached object that holds the value of a key, or `nil` if no valid object is
  /// cached.
  ///
  /// - Complexity: O(1), without a lock.
  static func holder(for record: AnyKeyRecord, in memo: UInt) -> Uncounted<Holder>? {
    guard let table = Table(at: memo), let flag = table.invalidationFlag, flag[0] == 0 else {
      return nil
    }
    let entry = table.entry(for: record)
    guard table.words[entry] == Uncounted(record).address else { return nil }
    return Uncounted(at: table.words[entry &+ 1])
  }

  /// Caches `found` as the result of reading `record`'s key from `frame`. The first call for a
  /// frame only sets a flag, because most frames are read from at most once.
  static func note(_ found: Holder, for record: AnyKeyRecord, from frame: Frame) {
    var memo = frame.memo.load(ordering: .acquiring)
    if memo == 0 {
      _ = frame.memo.compareExchange(expected: 0, desired: mark, ordering: .relaxed)
      return
    }
    let holder = Uncounted(found).address
    while true {
      let table = Table(at: memo)
      if let table, table.insert(holder, for: record) { return }
      let count = table.map { 2 * ($0.mask + 1) } ?? smallest
      guard count <= largest else { return }
      let larger = copy(of: table, for: frame, count: count)
      let (isDone, current) = frame.memo.compareExchange(
        expected: memo,
        desired: larger.words.address,
        ordering: .acquiringAndReleasing
      )
      if !isDone { larger.words.deallocate() }
      memo = isDone ? larger.words.address : current
    }
  }

  private static func copy(of smaller: Table?, for frame: Frame, count: UInt) -> Table {
    let invalidationFlag = frame.root.flags.suffix(
      from: frame.ignoresPublishedSubtrees ? RootFlag.closed : RootFlag.changed
    )
    let table = Table(entryCount: count, invalidationFlag: invalidationFlag, smaller: smaller)
    guard let smaller else { return table }
    for entry in stride(from: 3, to: 3 + Int(count), by: 2) {
      guard let record = Uncounted<AnyKeyRecord>(at: smaller.words[entry])?.object else { continue }
      _ = table.insert(smaller.words[entry + 1], for: record)
    }
    return table
  }

  /// Frees the tables of cached results for a frame that is being deallocated. The caller must
  /// ensure that no other thread is reading them.
  static func free(_ memo: UInt) {
    var next = Table(at: memo)
    while let table = next {
      next = table.smaller
      table.words.deallocate()
    }
  }
}
