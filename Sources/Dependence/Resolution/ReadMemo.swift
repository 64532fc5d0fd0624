import Synchronization

/// What reads from one frame have found, so that the next read of the same key finds it at once.
///
/// A frame never changes, and neither does what lies beneath it, so what a read from it finds stays the
/// same for as long as it lives. Nobody writes such a memo for frames where a read has to be noticed.
///
/// A table in plain memory, whose address a frame holds: a header, then two words for each entry, the
/// record's address and the answer. Entries are written once; where two keys claim one, a larger table
/// takes the place of the table, which stays for the readers that are still in it.
///
/// Written for unoptimised builds, where tests run: words and addresses, and no references to count.
enum ReadMemo {
  /// The memo of a frame that nobody has read from.
  static var none: UInt { 0 }
  /// The memo of a frame that was read from once: many are, and are gone.
  static var once: UInt { 1 }

  /// An answer: the address of a ``DefaultValue``, or of an ``OverrideFrame`` with this bit set.
  static var overrideMark: UInt { 1 }

  // The header: the number of entries less one, where the root says what does not hold any more, what of
  // that concerns this frame, the table that was too small, and the frame's first table. Then the annexes,
  // which are used in that first table alone. Readers have the numbers themselves: each of these names would
  // be a call in an unoptimised build.
  private static var mask: Int { 0 }
  private static var gate: Int { 1 }
  private static var concern: Int { 2 }
  private static var predecessor: Int { 3 }
  private static var first: Int { 4 }
  private static var entries: Int { 7 }
  private static var largestCount: UInt { 64 }

  /// What few frames have, and only some that are read from.
  enum Annex: Int {
    /// The address of the frame's index.
    case index = 5
    /// Whether a default was built on the frame.
    case anchor = 6
  }

  private typealias Words = UnsafeMutablePointer<Atomic<UInt>>

  /// What a read of a key has found before, according to the memo of the frame from which it starts; zero
  /// if nobody knows.
  ///
  /// - Parameters:
  ///   - number: That of the key's record.
  ///   - record: Its address.
  /// - Complexity: O(1), without a lock.
  @_transparent static func answer(to number: Int, at record: UInt, in memo: UInt) -> UInt {
    guard memo > 1, let words = Words(bitPattern: memo),
      let gate = Words(bitPattern: words[1].load(ordering: .relaxed)),
      gate[0].load(ordering: .acquiring) & words[2].load(ordering: .relaxed) == 0
    else { return 0 }
    let place = number & Int(bitPattern: words[0].load(ordering: .relaxed))
    let entry = words + (7 &+ place &+ place)
    return entry[0].load(ordering: .relaxed) == record ? entry[1].load(ordering: .acquiring) : 0
  }

  /// Notes what a read of `record` from `frame` has found.
  static func note(_ answer: UInt, to record: AnyKeyRecord, from frame: Frame) {
    var memo = frame.memo.load(ordering: .acquiring)
    if memo == none {
      _ = frame.memo.compareExchange(expected: none, desired: once, ordering: .relaxed)
      return
    }
    while true {
      if memo > once, let words = Words(bitPattern: memo) {
        if insert(answer, record, into: words) { return }
        guard words[mask].load(ordering: .relaxed) &+ 1 < largestCount else { return }
      }
      memo = enlarge(memo, of: frame)
    }
  }

  /// Puts a larger table in the place of a frame's memo.
  ///
  /// - Returns: The memo that it has then, which may be somebody else's.
  private static func enlarge(_ memo: UInt, of frame: Frame) -> UInt {
    let larger = copy(of: memo, for: frame)
    let (isDone, current) = frame.memo.compareExchange(
      expected: memo,
      desired: larger,
      ordering: .acquiringAndReleasing
    )
    if !isDone { Words(bitPattern: larger)?.deallocate() }
    return isDone ? larger : current
  }

  /// An annex of a frame, which gets a memo for it.
  static func annex(_ annex: Annex, of frame: Frame) -> UnsafeMutablePointer<Atomic<UInt>> {
    var memo = frame.memo.load(ordering: .acquiring)
    while memo <= once { memo = enlarge(memo, of: frame) }
    return Self.annex(annex, of: memo)
  }

  /// An annex of the frame that a memo belongs to.
  static func annex(_ annex: Annex, of memo: UInt) -> UnsafeMutablePointer<Atomic<UInt>> {
    let words = Words(bitPattern: memo).unsafelyUnwrapped
    let origin = Words(bitPattern: words[first].load(ordering: .relaxed)).unsafelyUnwrapped
    return origin + annex.rawValue
  }

  /// - Returns: Whether the answer is there now; false if another key has its place.
  private static func insert(_ answer: UInt, _ record: AnyKeyRecord, into words: Words) -> Bool {
    let place = record.number & Int(bitPattern: words[mask].load(ordering: .relaxed))
    let entry = words + (entries + 2 * place)
    let (isMine, owner) = entry[0].compareExchange(
      expected: 0,
      desired: record.address,
      ordering: .relaxed
    )
    guard isMine || owner == record.address else { return false }
    // Whoever else writes it writes the same.
    entry[1].store(answer, ordering: .releasing)
    return true
  }

  /// A table with twice the room, and everything that is in the table at `old`.
  private static func copy(of old: UInt, for frame: Frame) -> UInt {
    let predecessor = old > 1 ? Words(bitPattern: old) : nil
    let count = predecessor.map { 2 * ($0[mask].load(ordering: .relaxed) + 1) } ?? 8
    let words = AtomicWords.zeroes(count: entries + 2 * Int(count))
    words[mask].store(count - 1, ordering: .relaxed)
    words[gate].store(UInt(bitPattern: frame.root.gate), ordering: .relaxed)
    words[concern].store(frame.answersItself ? RootGate.closed : ~0, ordering: .relaxed)
    words[Self.predecessor].store(UInt(bitPattern: predecessor), ordering: .relaxed)
    let origin = predecessor.map { $0[first].load(ordering: .relaxed) } ?? UInt(bitPattern: words)
    words[first].store(origin, ordering: .relaxed)
    guard let predecessor else { return UInt(bitPattern: words) }
    for index in 0..<Int(count / 2) {
      let entry = predecessor + (entries + 2 * index)
      let answer = entry[1].load(ordering: .acquiring)
      guard answer != 0 else { continue }
      let record = entry[0].load(ordering: .relaxed)
      let number = AnyKeyRecord.number(at: record)
      let copy = words + (entries + 2 * (number & Int(count - 1)))
      copy[0].store(record, ordering: .relaxed)
      copy[1].store(answer, ordering: .relaxed)
    }
    return UInt(bitPattern: words)
  }

  /// Gives back the memory of a memo, but not what its annexes refer to. Nobody may be reading.
  static func free(_ memo: UInt) {
    var next = Words(bitPattern: memo)
    while let words = next {
      next = Words(bitPattern: words[predecessor].load(ordering: .relaxed))
      words.deallocate()
    }
  }
}
