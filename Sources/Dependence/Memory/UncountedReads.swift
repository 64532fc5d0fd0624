// A read that has been made before, from the task-local to the value, without counting a reference. One file: in a build
// for debugging, where tests run, `@_transparent` reaches no other file of a module.

import Synchronization

/// A reference that is not counted, to an object that something else keeps alive for as long as this is used.
///
/// Counting would keep tasks waiting for each other that read from one scope, and costs each read more than all the
/// rest. Whoever stores one says beside it who keeps the object: the process, for records, sites and the bottom of the
/// process; the chain of frames, for what lies beneath a frame; the scope that is bound, for whatever is read from it.
@usableFromInline package struct Uncounted<Object: AnyObject>: @unchecked Sendable {
  // Unchecked: it is a constant, and the object is as Sendable as it is.
  @usableFromInline let reference: Unmanaged<Object>

  @_transparent @usableFromInline init(_ object: Object) { reference = .passUnretained(object) }

  /// The object at an address that ``address`` has given; nil for zero.
  @_transparent @usableFromInline package init?(at address: UInt) {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    reference = .fromOpaque(pointer)
  }

  /// The object's address, as a word that tables keep.
  @_transparent @usableFromInline var address: UInt { UInt(bitPattern: reference.toOpaque()) }

  /// The object, counted from now on.
  @_transparent @usableFromInline package var object: Object { reference.takeUnretainedValue() }

  /// Looks at the object without counting.
  @_transparent @usableFromInline func look<Result>(_ body: (Object) -> Result) -> Result {
    reference._withUnsafeGuaranteedRef(body)
  }

  /// Makes an object immortal: nothing ever counts it down to zero.
  static func immortal(_ object: Object) -> Uncounted {
    Uncounted(Unmanaged.passRetained(object).takeUnretainedValue())
  }
}

// MARK: - Memory

/// Words in memory that any thread may read while others write: zero at first.
///
/// A reference without an owner: whoever made them says when nobody reads any more. Nothing checks an index.
/// Written for unoptimised builds, where tests run: neither generics nor references to count.
struct Words: Sendable {
  // Unsafe, because a pointer is not Sendable: it is a constant, and each word that it leads to is atomic.
  private nonisolated(unsafe) let start: UnsafeMutablePointer<Atomic<UInt>>

  init(count: Int) {
    // In one go, as the words of an `Atomic` are words.
    let words = UnsafeMutablePointer<UInt>.allocate(capacity: count)
    words.initialize(repeating: 0, count: count)
    start = UnsafeMutableRawPointer(words).assumingMemoryBound(to: Atomic<UInt>.self)
  }

  /// The words at an address that ``address`` has given; nil for zero.
  @_transparent init?(at address: UInt) {
    guard let words = UnsafeMutablePointer<Atomic<UInt>>(bitPattern: address) else { return nil }
    start = words
  }

  /// The address of the words, as a word that other words keep.
  @_transparent var address: UInt { UInt(bitPattern: start) }

  /// The address of the words from that one on.
  func address(from index: Int) -> UInt { UInt(bitPattern: start + index) }

  /// A word, and everything that was written before it.
  subscript(index: Int) -> UInt {
    @_transparent get { start[index].load(ordering: .acquiring) }
    @_transparent nonmutating set { start[index].store(newValue, ordering: .releasing) }
  }

  /// Writes a word where none is, and returns the word that is there now.
  func claim(_ index: Int, for word: UInt) -> UInt {
    let (isMine, owner) = start[index].compareExchange(
      expected: 0,
      desired: word,
      ordering: .acquiringAndReleasing
    )
    return isMine ? word : owner
  }

  /// Gives the memory back. Nobody may be reading.
  func deallocate() { start.deallocate() }
}

// MARK: - Values

/// The object that holds the value which a read has found: an override, or a default.
///
/// A word, as memos keep it. The scope that was read from keeps the object: overrides lie in its chain, and a default
/// is dropped only with an override that it was built on. Which of the two it is says the lowest bit, in which no
/// address has anything.
@usableFromInline struct Answer: Sendable {
  @usableFromInline let word: UInt

  /// The answers that a memo has kept.
  @_transparent @usableFromInline init(_ word: UInt) { self.word = word }

  init(_ override: Frame) { word = Uncounted(override).address | 1 }
  init(_ known: Default) { word = Uncounted(known).address }

  /// The default, where it is none of the overrides.
  var known: Default? { word & 1 == 0 ? Uncounted(at: word)?.object : nil }

  /// The value of a key, for whose record this was found: both have the type of the record's values.
  @_transparent @usableFromInline func value<Value: Sendable>(_: Value.Type = Value.self) -> Value {
    word & 1 == 0
      ? Uncounted<DefaultValue<Value>>(at: word)!.look { $0.value }
      : Uncounted<OverrideFrame<Value>>(at: word & ~1)!.look { $0.value }
  }
}

extension Frame {
  /// This override of a key with the type of the key's values.
  final func typed<Value>(as record: KeyRecord<Value>) -> OverrideFrame<Value> {
    unsafeDowncast(self, to: OverrideFrame<Value>.self)
  }
}

extension Default {
  /// This default of a key, or of a ``Lazy``, with the type of its values.
  final func typed<Value>(_: Value.Type = Value.self) -> DefaultValue<Value> {
    unsafeDowncast(self, to: DefaultValue<Value>.self)
  }
}

/// A value of one type under another name of that type. A cast would look inside where that is an Optional.
func same<Value, Other>(_ value: Value, as type: Other.Type) -> Other {
  precondition(Value.self == Other.self)
  return unsafeBitCast(value, to: type)
}

// MARK: - What reads have found

extension ReadMemo {
  /// The ``Answer`` that a read of a key has found before, according to the memo of the frame from which it starts;
  /// zero if nobody knows.
  ///
  /// - Complexity: O(1), without a lock.
  @_transparent static func answer(to record: Uncounted<AnyKeyRecord>, in memo: UInt) -> UInt {
    guard memo > 1, let words = Words(at: memo), let gate = Words(at: words[1]), gate[0] == 0
    else { return 0 }
    let place = 3 &+ 2 &* (record.look { $0.number } & Int(bitPattern: words[0]))
    return words[place] == record.address ? words[place &+ 1] : 0
  }
}

extension Bound {
  /// The frame from which reads start here, if that needs no question: the one that is bound, or the bottom of a
  /// process in which no test runner was registered.
  @_transparent static var known: Uncounted<Frame>? {
    if let bound = Uncounted<Frame>(at: address.get()) { return bound }
    return IssueSinks.isEmpty ? DependencyRoot.processBottom : nil
  }

  /// The answer of earlier reads of a key from here, as ``ReadMemo`` knows it; zero if none.
  @_transparent static func answer(to record: Uncounted<AnyKeyRecord>) -> UInt {
    known?.look { ReadMemo.answer(to: record, in: $0.knownMemo) } ?? 0
  }
}

extension ReadSite {
  /// The ``Answer`` that reads from the site at an address have found before; zero if nobody knows.
  @usableFromInline static func knownAnswer(at address: UInt) -> UInt {
    guard let site = Uncounted<ReadSite>(at: address) else { return 0 }
    let key = site.look { $0.key.load(ordering: .acquiring) }
    guard let record = Uncounted<AnyKeyRecord>(at: key) else { return 0 }
    return Bound.answer(to: record)
  }
}
