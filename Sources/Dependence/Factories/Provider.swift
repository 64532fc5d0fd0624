/// A factory that creates a new value for every call.
///
/// The factory closure runs in its caller's scope, so the overrides in that scope apply to it.
public struct Provider<Value>: Sendable {
  private let make: @Sendable () -> Value

  /// Creates a provider that calls `make` each time a value is requested.
  public init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  /// Creates and returns a new value by calling the factory closure.
  public func callAsFunction() -> Value { make() }
}

/// A factory that asynchronously creates a new value for every call.
///
/// The factory closure runs in its caller's scope, so the overrides in that scope apply to it.
public struct AsyncProvider<Value>: Sendable {
  private let make: @Sendable () async throws -> Value

  /// Creates a provider that calls `make` each time a value is requested.
  public init(_ make: @escaping @Sendable () async throws -> Value) { self.make = make }

  /// Creates and returns a new value in the caller's isolation.
  ///
  /// - Throws: Any error that the factory closure throws.
  public func callAsFunction() async throws -> Value { try await make() }
}
