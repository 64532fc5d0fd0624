public import Dependence

/// An endpoint (a closure property of a client) that has no implementation. The code that
/// `@DependencyClient` generates uses this type to report calls to the endpoint.
public struct _Endpoint: Sendable {
  private let client: Any.Type
  private let clientName: String
  private let name: String
  private let replacement: String
  private let declaration: SourceSite

  /// Creates an unimplemented endpoint from the information that its issues show.
  ///
  /// - Parameters:
  ///   - client: The type of the client.
  ///   - clientName: The name of the client as it appears in source code.
  ///   - name: The name of the property.
  ///   - replacement: The source code of a closure that would implement the endpoint.
  ///   - line: The line where the property is declared.
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

  /// Reports a call to this endpoint as an issue, and returns the error to throw.
  public func error() -> DependencyError {
    report()
    return .unimplemented(path)
  }

  /// Reports a call to this endpoint as an issue.
  public func report() {
    reportUnimplemented(path, override: override, at: site)
  }

  /// Reports a call to this endpoint as an issue, and then traps because there is no value to
  /// return.
  public func trap() -> Never {
    trapUnimplemented(path, override: override, at: site)
  }

  /// Returns a closure for an endpoint that throws. Each call is reported as an issue and throws
  /// ``DependencyError/unimplemented(_:)``.
  public func closure<each Argument, Result>()
    -> @Sendable (repeat each Argument) throws -> Result
  {
    { (_: repeat each Argument) in throw error() }
  }

  // There are two overloads because the compiler crashes if a generic error type is `Never`.

  /// Returns a closure for an endpoint that does not throw. Each call is reported as an issue, and
  /// then traps unless the result type is `Void`.
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
  /// Returns a closure that reports each call as an issue, and then returns the result of
  /// `implementation`, which is the initial value of the endpoint.
  public func closure<each Argument, Result>(
    calling implementation: @escaping @Sendable (repeat each Argument) -> Result
  ) -> @Sendable (repeat each Argument) -> Result {
    { (argument: repeat each Argument) in
      report()
      return implementation(repeat each argument)
    }
  }

  /// Returns a throwing closure that reports each call as an issue, and then calls
  /// `implementation`, which is the initial value of the endpoint, and returns its result.
  public func closure<each Argument, Result>(
    calling implementation: @escaping @Sendable (repeat each Argument) throws -> Result
  ) -> @Sendable (repeat each Argument) throws -> Result {
    { (argument: repeat each Argument) in
      report()
      return try implementation(repeat each argument)
    }
  }

  // The asynchronous closures are `@concurrent` because the compiler crashes on a closure that has
  // a parameter pack and inherits its caller's isolation.

  /// Returns an asynchronous closure that reports each call as an issue, and then returns the
  /// result of `implementation`, which is the initial value of the endpoint.
  public func closure<each Argument, Result>(
    calling implementation: @escaping @Sendable @concurrent (repeat each Argument) async -> Result
  ) -> @Sendable @concurrent (repeat each Argument) async -> Result {
    { (argument: repeat each Argument) in
      report()
      return await implementation(repeat each argument)
    }
  }

  /// Returns an asynchronous, throwing closure that reports each call as an issue, and then calls
  /// `implementation`, which is the initial value of the endpoint, and returns its result.
  public func closure<each Argument, Result>(
    calling implementation:
      @escaping @Sendable @concurrent (repeat each Argument) async throws -> Result
  ) -> @Sendable @concurrent (repeat each Argument) async throws -> Result {
    { (argument: repeat each Argument) in
      report()
      return try await implementation(repeat each argument)
    }
  }

  /// An unavailable overload, which makes the compiler reject an endpoint whose closure type is not
  /// supported and explain the reason.
  @_disfavoredOverload
  @available(
    *,
    unavailable,
    message: "the type of this endpoint cannot be a type alias; write the closure type here"
  )
  public func closure<Closure>(calling implementation: Closure) -> Closure { implementation }
}

// MARK: - Issue messages

extension _Endpoint {
  private var path: String { "\(clientName).\(name)" }

  /// The source location at which issues are reported. This is the location of the call if a method
  /// that `@DependencyClient` generated makes the call, and otherwise the declaration of the
  /// endpoint.
  private var site: SourceSite {
    EndpointCall.current.flatMap { $0.client == client && $0.endpoint == name ? $0.site : nil }
      ?? declaration
  }

  /// The source code of an assignment that implements the endpoint, which issues recommend.
  private var override: String {
    let accessors = KeyRegistry.records(withValuesOf: client).map(\.accessor)
    let accessor = accessors.count == 1 ? accessors[0] : "[…]"
    return "$0\(accessor).\(name) = \(replacement)"
  }
}
