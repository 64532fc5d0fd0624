/// A factory that creates a new value at every call.
///
/// The closure runs in the scope of the call, so the overrides of that scope apply to it.
public struct Provider<Value>: Sendable {
  private let make: @Sendable () -> Value

  /// Creates a provider that calls `make` each time a value is requested.
  public init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  /// Creates and returns a new value by calling the closure.
  public func callAsFunction() -> Value { make() }
}

/// A factory that creates a new value asynchronously at every call.
///
/// The closure runs in the scope of the call, so the overrides of that scope apply to it.
public struct AsyncProvider<Value>: Sendable {
  private let make: @Sendable () async throws -> Value

  /// Creates a provider that calls `make` each time a value is requested.
  public init(_ make: @escaping @Sendable () async throws -> Value) { self.make = make }

  /// Creates and returns a new value in the caller's isolation.
  ///
  /// - Throws: The error that the closure throws.
  public func callAsFunction() async throws -> Value { try await make() }
}
