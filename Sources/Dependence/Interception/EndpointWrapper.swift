/// A client whose endpoints can all be wrapped at once. `@DependencyClient` makes its type conform.
public protocol _WrappableClient: SendableMetatype {
  /// Returns a copy of this client whose calls pass through an interceptor.
  func _wrapped(by wrapper: _EndpointWrapper) -> Self
}

/// Passes the calls of endpoints through an interceptor. The code that `@DependencyClient`
/// generates uses it.
public struct _EndpointWrapper: Sendable {
  private let interceptor: any EndpointInterceptor
  /// The location of the call that wraps the client, for issues about endpoints that cannot be
  /// wrapped.
  private let site: SourceSite

  package init(_ interceptor: any EndpointInterceptor, at site: SourceSite) {
    (self.interceptor, self.site) = (interceptor, site)
  }

  /// Tells the interceptor that an endpoint is wrapped.
  public func willWrap(_ endpoint: String, isAsync: Bool, isThrowing: Bool) {
    interceptor.willWrap(
      InterceptedEndpoint(name: endpoint, isAsync: isAsync, isThrowing: isThrowing)
    )
  }

  /// Reports that an endpoint cannot be wrapped, because the macro could not generate a closure for
  /// it.
  ///
  /// - Parameter remedy: The change that allows it.
  public func skip(_ endpoint: String, _ remedy: String) {
    let message = """
      \(endpoint) was not wrapped, so its calls are neither recorded nor changed: \(remedy).
      """
    IssuePath.deliver(DependencyIssue(message, at: site), from: .current)
  }
}

// MARK: - Calls

extension _EndpointWrapper {
  /// Calls a synchronous endpoint.
  public func call<Result, Failure: Error>(
    _ endpoint: String,
    _ arguments: [Any],
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let call = begin(endpoint, arguments, isAsync: false, throwing: Failure.self)
    if let result = try call.replacement(as: Result.self, orThrowing: Failure.self) {
      return result
    }
    let result = Swift.Result { () throws(Failure) in try operation() }
    if call.isRepeated() { _ = try? operation() }
    return try call.end(with: result)
  }

  /// Calls an asynchronous endpoint that runs on no actor, or on a global actor.
  public func call<Result, Failure: Error>(
    _ endpoint: String,
    _ arguments: [Any],
    _ operation: @concurrent () async throws(Failure) -> Result,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(Failure) -> Result {
    let call = begin(endpoint, arguments, isAsync: true, throwing: Failure.self)
    if let result = try await replacement(of: call, as: Result.self, orThrowing: Failure.self) {
      return result
    }
    let result: Swift.Result<Result, Failure>
    do throws(Failure) { result = .success(try await operation()) } catch {
      result = .failure(error)
    }
    if call.isRepeated() { _ = try? await operation() }
    return try await end(call, with: result)
  }

  /// Calls an endpoint of type `nonisolated(nonsending)`, which runs on the actor of its caller.
  public nonisolated(nonsending) func callNonsending<Result, Failure: Error>(
    _ endpoint: String,
    _ arguments: [Any],
    _ operation: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let call = begin(endpoint, arguments, isAsync: true, throwing: Failure.self)
    if let result = try await replacement(of: call, as: Result.self, orThrowing: Failure.self) {
      return result
    }
    let result: Swift.Result<Result, Failure>
    do throws(Failure) { result = .success(try await operation()) } catch {
      result = .failure(error)
    }
    if call.isRepeated() { _ = try? await operation() }
    return try await end(call, with: result)
  }

  private func begin<Failure: Error>(
    _ endpoint: String,
    _ arguments: [Any],
    isAsync: Bool,
    throwing failure: Failure.Type
  ) -> any InterceptedCall {
    let isThrowing = failure != Never.self
    let endpoint = InterceptedEndpoint(name: endpoint, isAsync: isAsync, isThrowing: isThrowing)
    return interceptor.begin(endpoint, arguments)
  }

  /// Waits until a call may begin, and returns the result that replaces the endpoint's own, if
  /// there is one.
  private nonisolated(nonsending) func replacement<Result, Failure: Error>(
    of call: any InterceptedCall,
    as type: Result.Type,
    orThrowing failure: Failure.Type
  ) async throws(Failure) -> Result? {
    if let error = await call.waitToBegin() as? Failure { throw error }
    let replacement = Swift.Result { () throws(Failure) in
      try call.replacement(as: type, orThrowing: failure)
    }
    if case .success(nil) = replacement { return nil }
    return try await deliver(replacement, of: call)
  }

  private nonisolated(nonsending) func end<Result, Failure: Error>(
    _ call: any InterceptedCall,
    with result: Swift.Result<Result, Failure>
  ) async throws(Failure) -> Result {
    try await deliver(Swift.Result { () throws(Failure) in try call.end(with: result) }, of: call)
  }

  /// Waits until the caller may get the result of a call. If the wait is cancelled, an error of the
  /// call itself takes precedence.
  private nonisolated(nonsending) func deliver<Result, Failure: Error>(
    _ result: Swift.Result<Result, Failure>,
    of call: any InterceptedCall
  ) async throws(Failure) -> Result {
    let error = await call.waitToEnd()
    if case .success = result, let error = error as? Failure { throw error }
    return try result.get()
  }
}

// MARK: - Closures

// Four forms, because Swift 6.3 crashes on closures that have a parameter pack and are generic over
// their error type. They are `@concurrent`, because it also crashes if such a closure inherits the
// isolation of its caller.

extension _EndpointWrapper {
  /// Wraps a synchronous endpoint.
  public func wrap<each Argument, Result>(
    _ endpoint: String,
    _ body: @escaping @Sendable (repeat each Argument) -> Result
  ) -> @Sendable (repeat each Argument) -> Result {
    willWrap(endpoint, isAsync: false, isThrowing: false)
    return { (argument: repeat each Argument) in
      call(endpoint, array(repeat each argument)) { body(repeat each argument) }
    }
  }

  /// Wraps a synchronous endpoint that throws.
  public func wrap<each Argument, Result>(
    _ endpoint: String,
    _ body: @escaping @Sendable (repeat each Argument) throws -> Result
  ) -> @Sendable (repeat each Argument) throws -> Result {
    willWrap(endpoint, isAsync: false, isThrowing: true)
    return { (argument: repeat each Argument) in
      try call(endpoint, array(repeat each argument)) { try body(repeat each argument) }
    }
  }

  /// Wraps an asynchronous endpoint.
  public func wrap<each Argument, Result>(
    _ endpoint: String,
    _ body: @escaping @Sendable @concurrent (repeat each Argument) async -> Result
  ) -> @Sendable @concurrent (repeat each Argument) async -> Result {
    willWrap(endpoint, isAsync: true, isThrowing: false)
    return { @concurrent (argument: repeat each Argument) in
      await call(endpoint, array(repeat each argument)) { await body(repeat each argument) }
    }
  }

  /// Wraps an asynchronous endpoint that throws.
  public func wrap<each Argument, Result>(
    _ endpoint: String,
    _ body: @escaping @Sendable @concurrent (repeat each Argument) async throws -> Result
  ) -> @Sendable @concurrent (repeat each Argument) async throws -> Result {
    willWrap(endpoint, isAsync: true, isThrowing: true)
    return { @concurrent (argument: repeat each Argument) in
      try await call(endpoint, array(repeat each argument)) { try await body(repeat each argument) }
    }
  }

  /// Reports that an endpoint has a parameter that no generic function accepts, such as a closure
  /// that must not escape.
  @_disfavoredOverload
  public func wrap<Endpoint>(_ endpoint: String, _ body: Endpoint) -> Endpoint {
    skip(
      endpoint,
      "its type \(Endpoint.self) has a parameter that cannot be kept, or is not '@Sendable'"
    )
    return body
  }
}

/// Returns values of different types as an array.
private func array<each Value>(_ value: repeat each Value) -> [Any] {
  var values: [Any] = []
  for value in repeat each value { values.append(value) }
  return values
}

// MARK: - Arguments

/// Returns an argument as a value for interceptors. Closures that the macro generates call this for
/// each argument.
public func _argument<Value>(_ value: Value) -> Any { value }

/// Returns a description of a closure, which must not outlive the call.
@_disfavoredOverload
public func _argument<each Argument, Failure: Error, Result>(
  _ value: (repeat each Argument) async throws(Failure) -> Result
) -> Any { "a closure" as StaticString }

/// Returns a description of a value that cannot be copied, or must not outlive the call.
@_disfavoredOverload
public func _argument<Value: ~Copyable & ~Escapable>(_ value: borrowing Value) -> Any {
  "a value that cannot be copied" as StaticString
}
