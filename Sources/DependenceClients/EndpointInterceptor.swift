/// An object that observes or changes calls to a client's endpoints (closure properties). For
/// example, a spy records calls, and a fault makes them fail.
///
/// Only classes can conform, because the closures of a wrapped client capture the interceptor, and
/// a simulation searches their memory for objects that several of its runs share. If structs could
/// conform, an `any EndpointInterceptor` would have unused bytes. They can contain the address of
/// an unrelated object, which the search could mistake for a part of the client.
package protocol EndpointInterceptor: AnyObject, Sendable {
  /// Whether to wrap clients that are properties of a wrapped client as well. The default is `true`.
  var wrapsNestedClients: Bool { get }

  /// Called when an endpoint is wrapped, that is, replaced with a closure that passes calls through
  /// this interceptor. The default implementation does nothing.
  ///
  /// - Parameter client: The type of the client that contains the endpoint, or `nil` if a single
  ///   closure is wrapped.
  func willWrap(_ endpoint: InterceptedEndpoint, of client: Any.Type?)

  /// Called if an endpoint cannot be wrapped, so that its calls do not pass through this
  /// interceptor. The default implementation returns `false`.
  ///
  /// - Parameter remedy: The source change that would make the endpoint wrappable, or the reason
  ///   that it cannot be wrapped.
  /// - Returns: Whether the interceptor reports the endpoint itself. If the result is `false`, the
  ///   caller reports an issue.
  func didSkip(_ endpoint: String, _ remedy: String) -> Bool

  /// Called at the beginning of each call to an endpoint.
  ///
  /// - Parameter arguments: The call's arguments.
  /// - Returns: An object that represents this call. The object receives the endpoint's result, and
  ///   can delay the call or replace the result.
  func begin(_ endpoint: InterceptedEndpoint, _ arguments: [Any]) -> any InterceptedCall
}

extension EndpointInterceptor {
  package var wrapsNestedClients: Bool { true }

  package func willWrap(_ endpoint: InterceptedEndpoint, of client: Any.Type?) {}

  package func didSkip(_ endpoint: String, _ remedy: String) -> Bool { false }
}

/// A description of an endpoint (a closure property of a client) for its interceptors. It contains
/// the endpoint's name and its effects (`async` and `throws`).
package struct InterceptedEndpoint: Sendable {
  /// The name of the endpoint, such as "SearchClient.search", as it appears in messages, fault
  /// plans and recordings.
  package let name: String
  package let isAsync: Bool
  package let isThrowing: Bool
}

/// A call to an endpoint that passes through an interceptor, such as a spy.
package protocol InterceptedCall {
  /// Called before the endpoint is executed. An implementation can return a result or throw an
  /// error to keep the endpoint from being executed.
  ///
  /// - Returns: The result for the caller, or `nil` if the endpoint must be executed.
  /// - Throws: An error for the caller, in which case the endpoint is not executed.
  func replacement<Result, Failure: Error>(
    as type: Result.Type,
    orThrowing failure: Failure.Type
  ) throws(Failure) -> Result?

  /// Returns `true` if the endpoint must be executed a second time, for example to simulate a
  /// duplicate request. The second result is ignored.
  func isRepeated() -> Bool

  /// Called after the endpoint is executed.
  ///
  /// - Parameter result: The endpoint's result.
  /// - Returns: The result for the caller. An interceptor that does not change results returns
  ///   `result`.
  func end<Result, Failure: Error>(
    with result: Swift.Result<Result, Failure>
  ) throws(Failure) -> Result

  /// Called before an asynchronous endpoint is executed or its result is replaced. An
  /// implementation can wait, for example to simulate a slow request.
  ///
  /// - Returns: The error that ended the wait early, or `nil` if the wait completed.
  nonisolated(nonsending) func waitToBegin() async -> (any Error)?

  /// Called before an asynchronous endpoint's result is returned to its caller. An implementation
  /// can wait, for example to simulate a slow response.
  ///
  /// - Returns: The error that ended the wait early, or `nil` if the wait completed.
  nonisolated(nonsending) func waitToEnd() async -> (any Error)?
}

extension InterceptedCall {
  package func replacement<Result, Failure: Error>(
    as type: Result.Type,
    orThrowing failure: Failure.Type
  ) throws(Failure) -> Result? { nil }

  package func isRepeated() -> Bool { false }

  package func end<Result, Failure: Error>(
    with result: Swift.Result<Result, Failure>
  ) throws(Failure) -> Result { try result.get() }

  package nonisolated(nonsending) func waitToBegin() async -> (any Error)? { nil }

  package nonisolated(nonsending) func waitToEnd() async -> (any Error)? { nil }
}
