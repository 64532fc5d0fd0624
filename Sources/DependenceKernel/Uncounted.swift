import Synchronization

/// An unretained reference to an object.
///
/// Tasks that read from the same scope would contend for its reference count if each read retained the scope. The comment
/// on each stored property of this type says what keeps the object alive instead. Records and read sites are immortal. A
/// frame retains all frames below it. The task that has bound a scope retains everything that can be read from the scope.
@usableFromInline package struct Uncounted<Object: AnyObject>: @unchecked Sendable {
  // Unchecked: the reference never changes, and the object is as Sendable as its class.
  @usableFromInline let reference: Unmanaged<Object>

  @inlinable package init(_ object: Object) { reference = .passUnretained(object) }

  /// The object at an address that ``address`` returned, or `nil` for zero.
  @inlinable package init?(at address: UInt) {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    reference = .fromOpaque(pointer)
  }

  /// The address of the object.
  @inlinable package var address: UInt { UInt(bitPattern: reference.toOpaque()) }

  /// The object, retained.
  @inlinable package var object: Object { reference.takeUnretainedValue() }

  /// Passes the object to `body` without retaining it.
  @inlinable package func look<Result>(_ body: (Object) -> Result) -> Result {
    reference._withUnsafeGuaranteedRef(body)
  }

  /// Makes an object immortal by retaining it forever.
  package static func immortal(_ object: Object) -> Uncounted {
    Uncounted(Unmanaged.passRetained(object).takeUnretainedValue())
  }
}

/// A block of words that any thread may read while others write. All words are zero at first.
///
/// The block has no owner: whoever allocates it also knows when the last reader is gone. Indices are not checked.
package struct Words: Sendable {
  // Unsafe because a pointer is not Sendable. The pointer never changes, and each word behind it is atomic.
  private nonisolated(unsafe) let start: UnsafeMutablePointer<Atomic<UInt>>

  package init(count: Int) {
    start = .allocate(capacity: count)
    for index in 0..<count { (start + index).initialize(to: Atomic(0)) }
  }

  /// The block at an address that ``address`` returned, or `nil` for zero.
  package init?(at address: UInt) {
    guard let start = UnsafeMutablePointer<Atomic<UInt>>(bitPattern: address) else { return nil }
    self.start = start
  }

  package var address: UInt { UInt(bitPattern: start) }

  /// The block that begins at one of the words of this block.
  func suffix(from index: Int) -> Words { Words(at: UInt(bitPattern: start + index))! }

  /// A word, with acquiring and releasing memory order.
  package subscript(index: Int) -> UInt {
    get { start[index].load(ordering: .acquiring) }
    nonmutating set { start[index].store(newValue, ordering: .releasing) }
  }

  /// Writes `word` if the word at `index` is zero, and returns the word that is there afterwards.
  func claim(_ index: Int, for word: UInt) -> UInt {
    let (isMine, owner) = start[index].compareExchange(
      expected: 0,
      desired: word,
      ordering: .acquiringAndReleasing
    )
    return isMine ? word : owner
  }

  /// Frees the block. No thread may be reading it.
  func deallocate() { start.deallocate() }
}

/// Whether two values consist of the same bytes.
package func haveEqualBytes<Value>(_ left: Value, _ right: Value) -> Bool {
  withUnsafeBytes(of: left) { left in
    withUnsafeBytes(of: right) { right in
      for index in 0..<left.count where left[index] != right[index] { return false }
      return true
    }
  }
}
