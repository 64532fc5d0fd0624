/// An endpoint (one closure of a client) without an implementation. Code that `@DependencyClient`
/// generates uses this type.
public struct _Endpoint: Sendable {
  private let client: Any.Type
  private let clientName: String
  private let name: String
  private let replacement: String
  private let declaration: SourceSite

  /// Creates a description of an endpoint for use in issues.
  ///
  /// - Parameters:
  ///   - client: The type of the client.
  ///   - clientName: The name of the client in source code.
  ///   - name: The name of the property.
  ///   - replacement: The source code of a closure that could implement the endpoint.
  ///   - line: The line on which the property is declared.
  public init(
    of client: Any.Type,
    _ clientName: String,
    _ name: String,
    replacement: String,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int
  ) {
    self.client = client
    self.clientName = clientName
    self.name = name
    self.replacement = replacement
    declaration = SourceSite(fileID: fileID, filePath: filePath, line: line, column: 1)
  }

  /// Reports a call of this endpoint as an issue, and returns the error to throw.
  public func error() -> DependencyError {
    report()
    return .unimplemented(path)
  }

  /// Reports a call of this endpoint as an issue.
  public func report() {
    reportUnimplemented(path, override: override, at: site)
  }

  /// Reports a call of this endpoint as an issue. Then traps, because there is no value to return.
  public func trap() -> Never {
    trapUnimplemented(path, override: override, at: site)
  }

  /// Returns a closure that reports its calls and throws an error.
  public func closure<each Argument, Result>()
    -> @Sendable (repeat each Argument) throws -> Result
  {
    { (_: repeat each Argument) in throw error() }
  }

  // There are two methods because the compiler crashes if a generic error type is `Never`.

  /// Returns a closure that reports its calls, and traps if its result type is not `Void`.
  @_disfavoredOverload
  public func closure<each Argument, Result>() -> @Sendable (repeat each Argument) -> Result {
    { (_: repeat each Argument) in
      guard let nothing = () as? Result else { trap() }
      report()
      return nothing
    }
  }
}

// MARK: - Endpoints with an initial value

extension _Endpoint {
  /// Returns a closure that reports each call and then returns the result of `implementation`.
  public func closure<each Argument, Result>(
    calling implementation: @escaping @Sendable (repeat each Argument) -> Result
  ) -> @Sendable (repeat each Argument) -> Result {
    { (argument: repeat each Argument) in
      report()
      return implementation(repeat each argument)
    }
  }

  /// Returns a closure that reports each call and then returns the result of `implementation`.
  public func closure<each Argument, Result>(
    calling implementation: @escaping @Sendable (repeat each Argument) throws -> Result
  ) -> @Sendable (repeat each Argument) throws -> Result {
    { (argument: repeat each Argument) in
      report()
      return try implementation(repeat each argument)
    }
  }

  // The asynchronous closures are `@concurrent`, because the compiler crashes on a closure that has
  // a parameter pack and inherits the isolation of its caller.

  /// Returns a closure that reports each call and then returns the result of `implementation`.
  public func closure<each Argument, Result>(
    calling implementation: @escaping @Sendable @concurrent (repeat each Argument) async -> Result
  ) -> @Sendable @concurrent (repeat each Argument) async -> Result {
    { (argument: repeat each Argument) in
      report()
      return await implementation(repeat each argument)
    }
  }

  /// Returns a closure that reports each call and then returns the result of `implementation`.
  public func closure<each Argument, Result>(
    calling implementation:
      @escaping @Sendable @concurrent (repeat each Argument) async throws -> Result
  ) -> @Sendable @concurrent (repeat each Argument) async throws -> Result {
    { (argument: repeat each Argument) in
      report()
      return try await implementation(repeat each argument)
    }
  }

  /// An overload that only provides a diagnostic for unsupported types of closures.
  @_disfavoredOverload
  @available(
    *,
    unavailable,
    message: "the type of this endpoint cannot be a type alias; write the closure type here"
  )
  public func closure<Closure>(calling implementation: Closure) -> Closure { implementation }
}

// MARK: - What the message says

extension _Endpoint {
  private var path: String { "\(clientName).\(name)" }

  /// The source location of the call. Only methods that `@DependencyClient` generates record it.
  /// For other calls, this is the declaration of the endpoint.
  private var site: SourceSite {
    EndpointCall.current.flatMap { $0.client == client && $0.endpoint == name ? $0.site : nil }
      ?? declaration
  }

  /// The source code of an assignment that implements the endpoint, as advice in the issue.
  private var override: String {
    let accessors = KeyRegistry.records(withValuesOf: client).map(\.accessor)
    let accessor = accessors.count == 1 ? accessors[0] : "[…]"
    return "$0\(accessor).\(name) = \(replacement)"
  }
}
