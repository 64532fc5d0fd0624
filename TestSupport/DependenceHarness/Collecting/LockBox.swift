import Dependence

/// A value protected by a lock. Tests use it to collect values from other tasks and threads.
///
/// ```swift
/// let events = LockBox<[String]>([])
/// withDependencies {
///   $0.log = { line in events.withValue { $0.append(line) } }
/// } operation: {
///   CashDesk().open()
/// }
/// #expect(events.value == ["opened"])
/// ```
///
/// To wait for calls of an endpoint, or to expect them, use a ``Spy``.
@dynamicMemberLookup
public final class LockBox<Value>: Sendable {
  private let lock: Lock<Value>

  /// Creates a box that contains `value`.
  public init(_ value: sending Value) { lock = Lock(value) }

  /// Passes the value to `body` while holding the lock. Accessing the same box in `body` is a
  /// deadlock.
  ///
  /// - Throws: The error that `body` throws.
  @discardableResult
  public func withValue<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result
  {
    try lock.withLock { try body(&$0) }
  }
}

extension LockBox where Value: Sendable {
  /// A copy of the current value.
  public var value: Value { lock.withLock { $0 } }

  /// Replaces the value. The old value is released after unlocking, because its release may run
  /// other code.
  public func setValue(_ value: Value) {
    _ = lock.withLock { state in
      defer { state = value }
      return state
    }
  }

  /// A copy of a property of the current value.
  public subscript<Member: Sendable>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member {
    lock.withLock { $0[keyPath: keyPath] }
  }
}
