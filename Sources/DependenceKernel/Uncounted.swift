import Synchronization

/// An unretained reference to an object. Creating or copying one leaves the object's reference
/// count unchanged.
///
/// If every dependency read retained the objects it uses, tasks that share those objects would
/// contend for their reference counts. An unretained reference avoids this contention, but the code
/// that stores it must keep the object alive by other means.
@usableFromInline package struct Uncounted<Object: AnyObject>: @unchecked Sendable {
  // This type is `@unchecked Sendable` because `Unmanaged` is not `Sendable`. Sharing the reference
  // is safe because it never changes.
  @usableFromInline let reference: Unmanaged<Object>

  @inlinable package init(_ object: Object) { reference = .passUnretained(object) }

  /// Creates a reference to the object at `address`, or returns `nil` if the address is zero.
  @inlinable package init?(at address: UInt) {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    reference = .fromOpaque(pointer)
  }

  @inlinable package var address: UInt { UInt(bitPattern: reference.toOpaque()) }

  /// A strong reference to the object. Getting it retains the object.
  @inlinable package var object: Object { reference.takeUnretainedValue() }

  /// Calls `body` with the object without retaining it, and returns the result.
  @inlinable package func withObject<Result>(_ body: (Object) -> Result) -> Result {
    reference._withUnsafeGuaranteedRef(body)
  }

  /// Makes `object` immortal by retaining it without ever releasing it, and returns a reference to
  /// it.
  package static func immortal(_ object: Object) -> Uncounted {
    Uncounted(Unmanaged.passRetained(object).takeUnretainedValue())
  }
}

/// A manually allocated array of atomic integers, all initially zero, that multiple threads can
/// access.
///
/// The code that allocates the array must call ``deallocate()`` after the last access. Indices are
/// not checked.
package struct Words: Sendable {
  // This property is `nonisolated(unsafe)` because pointers are not `Sendable`. Sharing this
  // pointer is safe because it never changes and its memory is accessed only with atomic
  // operations.
  private nonisolated(unsafe) let start: UnsafeMutablePointer<Atomic<UInt>>

  package init(count: Int) {
    start = .allocate(capacity: count)
    for index in 0..<count { (start + index).initialize(to: Atomic(0)) }
  }

  /// Creates a reference to the existing array at `address`, or returns `nil` if the address is
  /// zero.
  package init?(at address: UInt) {
    guard let start = UnsafeMutablePointer<Atomic<UInt>>(bitPattern: address) else { return nil }
    self.start = start
  }

  package var address: UInt { UInt(bitPattern: start) }

  /// Returns the part of this array that begins at `index`. The result shares this array's memory.
  func suffix(from index: Int) -> Words { Words(at: UInt(bitPattern: start + index))! }

  /// The integer at `index`, read with acquiring and written with releasing memory ordering.
  package subscript(index: Int) -> UInt {
    get { start[index].load(ordering: .acquiring) }
    nonmutating set { start[index].store(newValue, ordering: .releasing) }
  }

  /// Atomically stores `word` at `index` if the integer there is zero, and returns the integer that
  /// ends up at `index`.
  func claim(_ index: Int, for word: UInt) -> UInt {
    let (isMine, owner) = start[index].compareExchange(
      expected: 0,
      desired: word,
      ordering: .acquiringAndReleasing
    )
    return isMine ? word : owner
  }

  /// Frees the memory. No thread may access the array during or after this call.
  func deallocate() { start.deallocate() }
}
