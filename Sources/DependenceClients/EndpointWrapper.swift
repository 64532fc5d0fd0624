package import Dependence

/// A client whose endpoints (closure properties) can be intercepted, for example by a spy. The
/// macro `@DependencyClient` adds this conformance.
public protocol _WrappableClient: SendableMetatype {
  /// Returns a copy of this client in which every call to an endpoint passes through the
  /// interceptor of `wrapper`.
  func _wrapped(by wrapper: _EndpointWrapper) -> Self
}

/// A wrapper that passes calls to a client's endpoints through an interceptor, such as a spy. The
/// code that `@DependencyClient` generates uses this type.
public struct _EndpointWrapper: Sendable {
  private let interceptor: any EndpointInterceptor
  /// The source location of the call that wraps the client, where endpoints that cannot be wrapped
  /// are reported.
  private let site: SourceSite

  package init(_ interceptor: any EndpointInterceptor, at site: SourceSite) {
    (self.interceptor, self.site) = (interceptor, site)
  }

  /// Informs the interceptor that an endpoint is being wrapped, so that its calls will pass through
  /// the interceptor.
  public func willWrap(_ endpoint: String, isAsync: Bool, isThrowing: Bool) {
    interceptor.willWrap(
      InterceptedEndpoint(name: endpoint, isAsync: isAsync, isThrowing: isThrowing)
    )
  }

  /// Reports that calls to an endpoint cannot be intercepted, because the macro was unable to
  /// generate the necessary closure.
  ///
  /// - Parameter remedy: The change to the source code that would make the endpoint wrappable.
  public func skip(_ endpoint: String, _ remedy: String) {
    let message = """
      \(endpoint) was not wrapped, so its calls are neither recorded nor changed: \(remedy).
      """
    IssuePath.deliver(DependencyIssue(message, at: site), from: .current)
  }
}

// MARK: - Calls

extension _EndpointWrapper {
  /// Calls `operation`, the original implementation of a synchronous endpoint. The interceptor can
  /// observe the call, replace its result, or repeat it.
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

  /// Calls `operation`, the original implementation of an asynchronous endpoint that runs on a
  /// global actor or on no actor. The interceptor can observe the call, delay it, replace its
  /// result, or repeat it.
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

  /// Calls `operation`, the original implementation of a `nonisolated(nonsending)` endpoint, on the
  /// caller's actor. The interceptor can observe the call, delay it, replace its result, or repeat
  /// it.
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

  /// Waits until the interceptor allows the call to begin. Then returns the result with which the
  /// interceptor replaces the endpoint's own result, or `nil` if the endpoint must be executed.
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

  /// Waits until the interceptor allows the result to be returned. If the wait is cancelled, an
  /// error that the endpoint has thrown takes precedence over the cancellation error.
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

// There are four overloads because Swift 6.3 crashes on closures with both a parameter pack and a
// generic error type. The closures are `@concurrent` because the compiler also crashes if a closure
// with a parameter pack inherits its caller's isolation.

extension _EndpointWrapper {
  /// Returns a synchronous closure that calls `body`, the original implementation of `endpoint`.
  /// The interceptor can observe each call and change its result.
  public func wrap<each Argument, Result>(
    _ endpoint: String,
    _ body: @escaping @Sendable (repeat each Argument) -> Result
  ) -> @Sendable (repeat each Argument) -> Result {
    willWrap(endpoint, isAsync: false, isThrowing: false)
    return { (argument: repeat each Argument) in
      call(endpoint, array(repeat each argument)) { body(repeat each argument) }
    }
  }

  /// Returns a synchronous, throwing closure that calls `body`, the original implementation of
  /// `endpoint`. The interceptor can observe each call and change its result.
  public func wrap<each Argument, Result>(
    _ endpoint: String,
    _ body: @escaping @Sendable (repeat each Argument) throws -> Result
  ) -> @Sendable (repeat each Argument) throws -> Result {
    willWrap(endpoint, isAsync: false, isThrowing: true)
    return { (argument: repeat each Argument) in
      try call(endpoint, array(repeat each argument)) { try body(repeat each argument) }
    }
  }

  /// Returns an asynchronous closure that calls `body`, the original implementation of `endpoint`.
  /// The interceptor can observe or delay each call and change its result.
  public func wrap<each Argument, Result>(
    _ endpoint: String,
    _ body: @escaping @Sendable @concurrent (repeat each Argument) async -> Result
  ) -> @Sendable @concurrent (repeat each Argument) async -> Result {
    willWrap(endpoint, isAsync: true, isThrowing: false)
    return { @concurrent (argument: repeat each Argument) in
      await call(endpoint, array(repeat each argument)) { await body(repeat each argument) }
    }
  }

  /// Returns an asynchronous, throwing closure that calls `body`, the original implementation of
  /// `endpoint`. The interceptor can observe or delay each call and change its result.
  public func wrap<each Argument, Result>(
    _ endpoint: String,
    _ body: @escaping @Sendable @concurrent (repeat each Argument) async throws -> Result
  ) -> @Sendable @concurrent (repeat each Argument) async throws -> Result {
    willWrap(endpoint, isAsync: true, isThrowing: true)
    return { @concurrent (argument: repeat each Argument) in
      try await call(endpoint, array(repeat each argument)) { try await body(repeat each argument) }
    }
  }

  /// Reports that an endpoint cannot be wrapped, and returns its implementation unchanged. The
  /// compiler chooses this overload if the endpoint is not `@Sendable`, or if it has a parameter
  /// that a generic function cannot pass on, such as a non-escaping closure.
  @_disfavoredOverload
  public func wrap<Endpoint>(_ endpoint: String, _ body: Endpoint) -> Endpoint {
    skip(
      endpoint,
      "its type \(Endpoint.self) is not '@Sendable', or has a parameter that cannot be stored"
    )
    return body
  }
}

private func array<each Value>(_ value: repeat each Value) -> [Any] {
  var values: [Any] = []
  for value in repeat each value { values.append(value) }
  return values
}

// MARK: - Arguments

/// Returns `value`, an argument of a call, because interceptors can store it. Other overloads
/// return placeholders for arguments that cannot be stored. The code that `@DependencyClient`
/// generates calls this function for each argument.
public func _argument<Value>(_ value: Value) -> Any { value }

/// Returns a placeholder for an argument that is a closure, because interceptors must not store the
/// closure itself.
@_disfavoredOverload
public func _argument<each Argument, Failure: Error, Result>(
  _ value: (repeat each Argument) async throws(Failure) -> Result
) -> Any { "a closure" as StaticString }

/// Returns a placeholder for an argument that cannot be copied or must not exist longer than the
/// call, because interceptors cannot store it.
@_disfavoredOverload
public func _argument<Value: ~Copyable & ~Escapable>(_ value: borrowing Value) -> Any {
  "a value that cannot be copied" as StaticString
}
