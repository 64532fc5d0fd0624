import Synchronization

/// A reference that does not retain its object.
///
/// If each read retained its scope, tasks that read from the same scope would contend for its
/// reference count. Each property of this type has a comment that explains why its object stays
/// alive. Key records and read sites are immortal, a frame retains all frames below it, and a task
/// that has bound a scope retains everything that can be read from the scope.
@usableFromInline package struct Uncounted<Object: AnyObject>: @unchecked Sendable {
  // This type is `@unchecked Sendable` because `Unmanaged` is not `Sendable`. The reference is
  // constant.
  @usableFromInline let reference: Unmanaged<Object>

  @inlinable package init(_ object: Object) { reference = .passUnretained(object) }

  /// Creates a reference from an ``address``, or returns `nil` if the address is zero.
  @inlinable package init?(at address: UInt) {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    reference = .fromOpaque(pointer)
  }

  @inlinable package var address: UInt { UInt(bitPattern: reference.toOpaque()) }

  /// The object as a strong reference.
  @inlinable package var object: Object { reference.takeUnretainedValue() }

  /// Passes the object to `body` without retaining it.
  @inlinable package func withObject<Result>(_ body: (Object) -> Result) -> Result {
    reference._withUnsafeGuaranteedRef(body)
  }

  /// Makes an object immortal by retaining it and never releasing it.
  package static func immortal(_ object: Object) -> Uncounted {
    Uncounted(Unmanaged.passRetained(object).takeUnretainedValue())
  }
}

/// A block of atomic integers that several threads can access. All integers are initially zero.
///
/// The code that allocates a block must free it after the last access. Indices are not checked.
package struct Words: Sendable {
  // `nonisolated(unsafe)` because pointers are not `Sendable`. This pointer is constant and refers
  // to atomics.
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

  /// The integer at `index`. It is read with acquiring and written with releasing memory order.
  package subscript(index: Int) -> UInt {
    get { start[index].load(ordering: .acquiring) }
    nonmutating set { start[index].store(newValue, ordering: .releasing) }
  }

  /// Stores `word` at `index` if the integer there is zero. Returns the integer that is there
  /// afterwards.
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

/// Returns `true` if the two values consist of the same bytes in memory.
package func haveEqualBytes<Value>(_ left: Value, _ right: Value) -> Bool {
  withUnsafeBytes(of: left) { left in
    withUnsafeBytes(of: right) { right in
      for index in 0..<left.count where left[index] != right[index] { return false }
      return true
    }
  }
}
