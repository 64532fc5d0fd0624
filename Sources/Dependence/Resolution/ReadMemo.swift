import Synchronization

/// The answers that reads from one frame have found, for the next reads of the same keys.
///
/// A frame never changes, and neither does what lies beneath it, so what a read from it finds stays the same for as
/// long as it lives; but for what becomes of its root, at which every look looks. Nobody writes a memo where a read has
/// to be noticed: by an observer, by a computation, by a root whose test has ended.
///
/// A frame has the address of a table of ``Words``: how many entries there are, less one; the word of the root that
/// has to be zero; the table that was too small; then two words for each entry, a record's address and the
/// ``Answer``. Entries are written once. Where two keys claim one, a larger table takes the place of the table, which
/// stays for the readers that are still in it.
enum ReadMemo {
  /// The memo of a frame that was read from once: many are, and are gone.
  private static var once: UInt { 1 }
  private static var headerCount: Int { 3 }
  private static var leastCount: UInt { 4 }
  private static var largestCount: UInt { 64 }

  /// Notes what a read of `record` from `frame` has found.
  static func note(_ answer: Answer, to record: AnyKeyRecord, from frame: Frame) {
    var memo = frame.memo.load(ordering: .acquiring)
    if memo == 0 {
      _ = frame.memo.compareExchange(expected: 0, desired: once, ordering: .relaxed)
      return
    }
    while true {
      let table = memo == once ? nil : Words(at: memo)
      if let table, insert(answer.word, Uncounted(record), into: table) { return }
      guard let count = table.map({ 2 * ($0[0] + 1) }) ?? leastCount as UInt?, count <= largestCount
      else { return }
      let larger = copy(of: table, for: frame, count: count)
      let (isDone, current) = frame.memo.compareExchange(
        expected: memo,
        desired: larger.address,
        ordering: .acquiringAndReleasing
      )
      if !isDone { larger.deallocate() }
      memo = isDone ? larger.address : current
    }
  }

  /// - Returns: Whether the answer is there now; false if another key has its place.
  private static func insert(
    _ answer: UInt,
    _ record: Uncounted<AnyKeyRecord>,
    into table: Words
  ) -> Bool {
    let place = headerCount + 2 * (record.look { $0.number } & Int(bitPattern: table[0]))
    guard table.claim(place, for: record.address) == record.address else { return false }
    // Whoever else writes it writes the same.
    table[place + 1] = answer
    return true
  }

  /// A table with room for that many entries, and everything that is in a smaller one.
  private static func copy(of smaller: Words?, for frame: Frame, count: UInt) -> Words {
    let table = Words(count: headerCount + 2 * Int(count))
    table[0] = count - 1
    table[1] = frame.root.gate.address(from: frame.answersItself ? RootGate.closed : RootGate.any)
    guard let smaller else { return table }
    table[2] = smaller.address
    for entry in stride(from: headerCount, to: headerCount + Int(count), by: 2) {
      guard let record = Uncounted<AnyKeyRecord>(at: smaller[entry]) else { continue }
      _ = insert(smaller[entry + 1], record, into: table)
    }
    return table
  }

  /// Gives back the memory of a memo. Nobody may be reading.
  static func free(_ memo: UInt) {
    var next = Words(at: memo)
    while let table = next {
      next = Words(at: table[2])
      table.deallocate()
    }
  }
}
