import Dependence

/// A value behind a lock, in which a test collects values from other tasks and threads.
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
/// To wait for calls, or to expect them, use a ``Spy``.
@dynamicMemberLookup
public final class LockBox<Value>: Sendable {
  private let lock: Lock<Value>

  /// Creates a box with an initial value.
  public init(_ value: sending Value) { lock = Lock(value) }

  /// Accesses the value under the lock. Using the box itself in `body` is a deadlock.
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

  /// Replaces the value. The previous value is released outside the lock.
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
