import Synchronization

/// A reference to an object that does not retain the object.
///
/// If each read retained its scope, tasks that read from the same scope would contend for its
/// reference count. Each property of this type has a comment that explains why the object stays
/// alive. Key records and read sites are immortal. A frame retains all frames below it. A task that
/// has bound a scope retains everything that can be read from it.
@usableFromInline package struct Uncounted<Object: AnyObject>: @unchecked Sendable {
  // Unchecked because `Unmanaged` is not `Sendable`. The reference is constant.
  @usableFromInline let reference: Unmanaged<Object>

  @inlinable package init(_ object: Object) { reference = .passUnretained(object) }

  /// Creates a reference from an ``address``, or returns `nil` if the address is zero.
  @inlinable package init?(at address: UInt) {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    reference = .fromOpaque(pointer)
  }

  /// The address of the object.
  @inlinable package var address: UInt { UInt(bitPattern: reference.toOpaque()) }

  /// The object, as a strong reference.
  @inlinable package var object: Object { reference.takeUnretainedValue() }

  /// Passes the object to `body` without retaining it.
  @inlinable package func withObject<Result>(_ body: (Object) -> Result) -> Result {
    reference._withUnsafeGuaranteedRef(body)
  }

  /// Makes an object immortal by retaining it without ever releasing it.
  package static func immortal(_ object: Object) -> Uncounted {
    Uncounted(Unmanaged.passRetained(object).takeUnretainedValue())
  }
}

/// A block of atomic integers that several threads may access. All of them are initially zero.
///
/// The code that allocates a block frees it after the last access. Indices are not checked.
package struct Words: Sendable {
  // Unsafe because a pointer is not `Sendable`. It is constant and points to atomics.
  private nonisolated(unsafe) let start: UnsafeMutablePointer<Atomic<UInt>>

  package init(count: Int) {
    start = .allocate(capacity: count)
    for index in 0..<count { (start + index).initialize(to: Atomic(0)) }
  }

  /// Creates a reference from an ``address``, or returns `nil` if the address is zero.
  package init?(at address: UInt) {
    guard let start = UnsafeMutablePointer<Atomic<UInt>>(bitPattern: address) else { return nil }
    self.start = start
  }

  package var address: UInt { UInt(bitPattern: start) }

  /// Returns the part of this block that begins at `index`.
  func suffix(from index: Int) -> Words { Words(at: UInt(bitPattern: start + index))! }

  /// The integer at `index`. Reads have acquiring memory order, and writes have releasing order.
  package subscript(index: Int) -> UInt {
    get { start[index].load(ordering: .acquiring) }
    nonmutating set { start[index].store(newValue, ordering: .releasing) }
  }

  /// Stores `word` at `index` if the integer there is zero. Returns the resulting integer.
  func claim(_ index: Int, for word: UInt) -> UInt {
    let (isMine, owner) = start[index].compareExchange(
      expected: 0,
      desired: word,
      ordering: .acquiringAndReleasing
    )
    return isMine ? word : owner
  }

  /// Frees the block. No other thread may be reading it.
  func deallocate() { start.deallocate() }
}

/// Returns `true` if two values consist of the same bytes.
package func haveEqualBytes<Value>(_ left: Value, _ right: Value) -> Bool {
  withUnsafeBytes(of: left) { left in
    withUnsafeBytes(of: right) { right in
      for index in 0..<left.count where left[index] != right[index] { return false }
      return true
    }
  }
}
