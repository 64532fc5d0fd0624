import Synchronization

/// An unretained reference to an object, which does not change the object's reference count.
///
/// If every read of a dependency retained the objects that it uses, tasks that share these objects
/// would contend for the reference counts. An unretained reference avoids this, but the code that
/// stores the reference must ensure in another way that the object stays alive.
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

  /// The object as a strong reference, which retains the object.
  @inlinable package var object: Object { reference.takeUnretainedValue() }

  /// Calls `body` with the object, without retaining the object, and returns the result.
  @inlinable package func withObject<Result>(_ body: (Object) -> Result) -> Result {
    reference._withUnsafeGuaranteedRef(body)
  }

  /// Makes `object` immortal by retaining it and never releasing it, and returns a reference to it.
  package static func immortal(_ object: Object) -> Uncounted {
    Uncounted(Unmanaged.passRetained(object).takeUnretainedValue())
  }
}

/// A manually allocated array of atomic integers that several threads can access. All integers are
/// initially zero.
///
/// The code that allocates the array must call ``deallocate()`` after the last access. Indices are
/// not checked.
package struct Words: Sendable {
  // This property is `nonisolated(unsafe)` because pointers are not `Sendable`. Sharing this
  // pointer is safe because it never changes, and its memory is accessed only with atomic
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

  /// Returns the part of this array that begins at `index`. The result shares the memory of this
  /// array.
  func suffix(from index: Int) -> Words { Words(at: UInt(bitPattern: start + index))! }

  /// The integer at `index`. It is read with acquiring and written with releasing memory order.
  package subscript(index: Int) -> UInt {
    get { start[index].load(ordering: .acquiring) }
    nonmutating set { start[index].store(newValue, ordering: .releasing) }
  }

  /// Atomically stores `word` at `index` if the integer there is zero. Returns the integer stored
  /// at `index` afterward.
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
