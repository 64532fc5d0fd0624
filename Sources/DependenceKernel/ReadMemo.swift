import Synchronization

/// A cache in each frame of the holders that earlier reads have found. Lookups take no lock.
///
/// The overrides in a chain of frames never change, so a cached holder stays valid until the test
/// ends or a user interface publishes a subtree. Every lookup checks for these two events. Reads
/// that an observer or a computation has to see are never cached.
///
/// Most frames are read from once or never. Therefore the first read only sets a flag, and the
/// second read allocates a table. If two keys need the same entry, a larger table replaces the
/// table. The smaller one is kept, because other threads may be reading it.
enum ReadMemo {
  /// The memo of a frame that has been read from once and has no table yet.
  private static let mark: UInt = 1
  private static let smallest: UInt = 4
  private static let largest: UInt = 64

  /// The memory layout of a table. Each entry is written only once.
  private struct Table {
    let words: Words

    init?(at address: UInt) {
      guard address > mark, let words = Words(at: address) else { return nil }
      self.words = words
    }

    init(entryCount: UInt, gate: Words, smaller: Table?) {
      words = Words(count: 3 + 2 * Int(entryCount))
      words[0] = entryCount - 1
      words[1] = gate.address
      words[2] = smaller?.words.address ?? 0
    }

    /// The number of entries minus one. The number of entries is a power of two.
    var mask: UInt { words[0] }
    /// The flag of the root that is zero while the memo is valid: see ``RootGate``.
    var gate: Words? { Words(at: words[1]) }
    /// The table that this table has replaced, or `nil` if it has replaced none.
    var smaller: Table? { Table(at: words[2]) }
    /// Returns the index of the entry for a key. An entry consists of the address of the key's
    /// record and the address of the holder.
    func entry(for record: AnyKeyRecord) -> Int {
      3 &+ 2 &* (record.number & Int(bitPattern: mask))
    }

    func insert(_ holder: UInt, for record: AnyKeyRecord) -> Bool {
      let entry = entry(for: record), key = Uncounted(record).address
      guard words.claim(entry, for: key) == key else { return false }
      // All threads that write this element write the same address, so the race is harmless.
      words[entry + 1] = holder
      return true
    }
  }

  /// Returns the cached holder of a key's value, or `nil` if the memo has none or is invalid.
  ///
  /// - Complexity: O(1), without a lock.
  static func holder(for record: AnyKeyRecord, in memo: UInt) -> Uncounted<Holder>? {
    guard let table = Table(at: memo), let gate = table.gate, gate[0] == 0 else { return nil }
    let entry = table.entry(for: record)
    guard table.words[entry] == Uncounted(record).address else { return nil }
    return Uncounted(at: table.words[entry &+ 1])
  }

  /// Caches the holder that a read of `record` from `frame` has found.
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
    let gate = frame.root.gate.suffix(
      from: frame.answersItself ? RootGate.closed : RootGate.any
    )
    let table = Table(entryCount: count, gate: gate, smaller: smaller)
    guard let smaller else { return table }
    for entry in stride(from: 3, to: 3 + Int(count), by: 2) {
      guard let record = Uncounted<AnyKeyRecord>(at: smaller.words[entry])?.object else { continue }
      _ = table.insert(smaller.words[entry + 1], for: record)
    }
    return table
  }

  /// Frees a memo. No other thread may be reading it.
  static func free(_ memo: UInt) {
    var next = Table(at: memo)
    while let table = next {
      next = table.smaller
      table.words.deallocate()
    }
  }
}
