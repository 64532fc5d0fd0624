import Synchronization

/// A cache, for each frame, of the holders that earlier reads from the frame have found. Lookups take no lock.
///
/// The overrides in a chain of frames never change, so a later read of the same key finds the same holder. The exception
/// is a root whose test has ended: every lookup checks that it has not. A read that an observer or a computation has to
/// see is never written to a memo.
///
/// Most frames serve one read or none. Therefore the first read only sets a flag, and the second read allocates a table. When two keys need the same entry, a larger table replaces the table, which stays in memory for the threads
/// that still read it.
enum ReadMemo {
  /// The memo of a frame that was read from once.
  private static let mark: UInt = 1
  private static let smallest: UInt = 4
  private static let largest: UInt = 64

  /// The memory layout of a table. Entries are written once.
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

    /// The number of entries, which is a power of two, less one.
    var mask: UInt { words[0] }
    /// A word of the root that is zero as long as the memo may be used: see ``RootGate``.
    var gate: Words? { Words(at: words[1]) }
    /// The table that this one has replaced.
    var smaller: Table? { Table(at: words[2]) }
    /// The index of the entry for a key: the address of its record, then the address of the holder.
    func entry(for record: AnyKeyRecord) -> Int {
      3 &+ 2 &* (record.number & Int(bitPattern: mask))
    }

    func insert(_ holder: UInt, for record: AnyKeyRecord) -> Bool {
      let entry = entry(for: record), key = Uncounted(record).address
      guard words.claim(entry, for: key) == key else { return false }
      // Threads that race to write this word write the same address.
      words[entry + 1] = holder
      return true
    }
  }

  /// The holder that a read of a key has found before from the frame with this memo.
  ///
  /// - Complexity: O(1), without a lock.
  static func holder(for record: AnyKeyRecord, in memo: UInt) -> Uncounted<Holder>? {
    guard let table = Table(at: memo), let gate = table.gate, gate[0] == 0 else { return nil }
    let entry = table.entry(for: record)
    guard table.words[entry] == Uncounted(record).address else { return nil }
    return Uncounted(at: table.words[entry &+ 1])
  }

  /// Remembers what a read of `record` from `frame` has found.
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

  /// Frees a memo. No thread may be reading it.
  static func free(_ memo: UInt) {
    var next = Table(at: memo)
    while let table = next {
      next = table.smaller
      table.words.deallocate()
    }
  }
}
