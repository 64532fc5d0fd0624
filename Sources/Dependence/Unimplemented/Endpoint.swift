/// An endpoint that nobody has implemented, as the code that `@DependencyClient` writes refers to it.
public struct _Endpoint: Sendable {
  private let client: Any.Type
  private let clientName: String
  private let name: String
  private let replacement: String
  private let declaration: SourceSite

  /// - Parameters:
  ///   - client: The client's type.
  ///   - clientName: The client's name, as its user writes it.
  ///   - name: The property's name.
  ///   - replacement: A closure that fits, to paste.
  ///   - line: Where the property is declared.
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

  /// Reports a call, and gives the error to throw.
  public func error() -> DependencyError {
    report()
    return .unimplemented(path)
  }

  /// Reports a call that has nothing to return.
  public func report() {
    reportUnimplemented(path, override: override, at: site)
  }

  /// Reports a call that wants a value which nobody has, and traps.
  public func trap() -> Never {
    trapUnimplemented(path, override: override, at: site)
  }

  /// A closure of any shape that reports its calls and throws.
  public func closure<each Argument, Result>()
    -> @Sendable (repeat each Argument) throws -> Result
  {
    { (_: repeat each Argument) in throw error() }
  }

  // Two forms: one that is generic over the error crashes the compiler where that is `Never`.

  /// A closure of any shape that reports its calls, and returns if there is nothing to return.
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
  /// A closure that reports its calls, and answers as `answer` does.
  public func closure<each Argument, Result>(
    answering answer: @escaping @Sendable (repeat each Argument) -> Result
  ) -> @Sendable (repeat each Argument) -> Result {
    { (argument: repeat each Argument) in
      report()
      return answer(repeat each argument)
    }
  }

  /// A closure that reports its calls, and answers as `answer` does.
  public func closure<each Argument, Result>(
    answering answer: @escaping @Sendable (repeat each Argument) throws -> Result
  ) -> @Sendable (repeat each Argument) throws -> Result {
    { (argument: repeat each Argument) in
      report()
      return try answer(repeat each argument)
    }
  }

  // Concurrent, because a pack beside the caller's isolation crashes the compiler.

  /// A closure that reports its calls, and answers as `answer` does.
  public func closure<each Argument, Result>(
    answering answer: @escaping @Sendable @concurrent (repeat each Argument) async -> Result
  ) -> @Sendable @concurrent (repeat each Argument) async -> Result {
    { (argument: repeat each Argument) in
      report()
      return await answer(repeat each argument)
    }
  }

  /// A closure that reports its calls, and answers as `answer` does.
  public func closure<each Argument, Result>(
    answering answer: @escaping @Sendable @concurrent (repeat each Argument) async throws -> Result
  ) -> @Sendable @concurrent (repeat each Argument) async throws -> Result {
    { (argument: repeat each Argument) in
      report()
      return try await answer(repeat each argument)
    }
  }

  /// A diagnostic for closures of any other shape.
  @_disfavoredOverload
  @available(
    *,
    unavailable,
    message: "an endpoint of this shape cannot hide behind an alias; write its closure type here"
  )
  public func closure<Closure>(answering answer: Closure) -> Closure { answer }
}

// MARK: - What the message says

extension _Endpoint {
  private var path: String { "\(clientName).\(name)" }

  /// The caller, if it went through a method that `@DependencyClient` wrote; else the declaration.
  private var site: SourceSite {
    EndpointCall.current.flatMap { $0.client == client && $0.endpoint == name ? $0.site : nil }
      ?? declaration
  }

  /// The assignment that implements the endpoint, as far as the process knows where the client is.
  private var override: String {
    let places = KeyRegistry.records(withValuesOf: client).map(\.place)
    let place = places.count == 1 ? places[0] : "[…]"
    return "$0\(place).\(name) = \(replacement)"
  }
}
