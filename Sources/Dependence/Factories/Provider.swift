/// Makes a fresh value at every call.
///
/// The closure runs in the scope of the call, so that overrides visible there reach it.
public struct Provider<Value>: Sendable {
  private let make: @Sendable () -> Value

  /// A provider that calls `make` each time.
  public init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  /// A fresh value.
  public func callAsFunction() -> Value { make() }
}

/// Makes a fresh value at every call, asynchronously.
///
/// The closure runs in the scope of the call, so that overrides visible there reach it.
public struct AsyncProvider<Value>: Sendable {
  private let make: @Sendable () async throws -> Value

  /// A provider that calls `make` each time.
  public init(_ make: @escaping @Sendable () async throws -> Value) { self.make = make }

  /// A fresh value, made in the caller's isolation.
  ///
  /// - Throws: What the closure throws.
  public func callAsFunction() async throws -> Value { try await make() }
}
