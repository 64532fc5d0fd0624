import Dependence

/// A box that protects a value with a lock. Use it to collect values from other tasks and threads
/// in a test.
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
/// To check the calls to an endpoint, or to wait for them, use a ``Spy``.
@dynamicMemberLookup
public final class LockBox<Value>: Sendable {
  private let lock: Lock<Value>

  /// Creates a box with the initial value `value`.
  public init(_ value: sending Value) { lock = Lock(value) }

  /// Calls `body` with the value while holding the lock, and returns its result. Accessing the same
  /// box in `body` causes a deadlock.
  ///
  /// - Throws: Any error that `body` throws.
  @discardableResult
  public func withValue<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result
  {
    try lock.withLock { try body(&$0) }
  }
}

extension LockBox where Value: Sendable {
  /// A copy of the current value.
  public var value: Value { lock.withLock { $0 } }

  /// Replaces the value. The old value is released after unlocking, because releasing it may run
  /// user code that accesses this box.
  public func setValue(_ value: Value) {
    _ = lock.withLock { state in
      defer { state = value }
      return state
    }
  }

  /// A copy of a member of the current value, such as `events.count`. The getter of a computed
  /// property runs after unlocking, so it can access this box.
  public subscript<Member: Sendable>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member {
    value[keyPath: keyPath]
  }
}
