import Dependence

/// A value behind a lock, in which a test collects what other tasks and threads give it.
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

  /// A box with a value to begin with.
  public init(_ value: sending Value) { lock = Lock(value) }

  /// Changes the value, or looks at it. Nobody else does meanwhile, and `body` must not use the box itself.
  ///
  /// - Throws: What `body` throws.
  @discardableResult
  public func withValue<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result
  {
    try lock.withLock { try body(&$0) }
  }
}

extension LockBox where Value: Sendable {
  /// The value as it is now.
  public var value: Value { lock.withLock { $0 } }

  /// Puts another value in, and releases the one that was there.
  public func setValue(_ value: Value) {
    _ = lock.withLock { state in
      defer { state = value }
      return state
    }
  }

  /// A part of the value as it is now.
  public subscript<Member: Sendable>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member {
    lock.withLock { $0[keyPath: keyPath] }
  }
}
