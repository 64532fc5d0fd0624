/// An object that observes or changes calls to the endpoints (closure properties) of a client. For
/// example, a spy records calls, and a fault makes them fail.
package protocol EndpointInterceptor: Sendable {
  /// Called when an endpoint is wrapped. Later calls to the endpoint pass through this interceptor.
  /// The default implementation does nothing.
  func willWrap(_ endpoint: InterceptedEndpoint)

  /// Called at the beginning of each call to an endpoint.
  ///
  /// - Parameter arguments: The arguments of the call.
  /// - Returns: An object that represents this call. It is informed of the call's result, and can
  ///   delay the call or replace its result.
  func begin(_ endpoint: InterceptedEndpoint, _ arguments: [Any]) -> any InterceptedCall
}

extension EndpointInterceptor {
  package func willWrap(_ endpoint: InterceptedEndpoint) {}
}

/// The name and the effects (`async` and `throws`) of an endpoint (a closure property of a client).
/// Interceptors receive this information.
package struct InterceptedEndpoint: Sendable {
  /// The name to use in messages, such as "SearchClient.search".
  package let name: String
  package let isAsync: Bool
  package let isThrowing: Bool
}

/// A call to an endpoint that passes through an interceptor, such as a spy.
package protocol InterceptedCall {
  /// Returns a result that replaces the endpoint's own result. The endpoint is then not executed.
  ///
  /// - Returns: The result for the caller, or `nil` if the endpoint must be executed.
  /// - Throws: An error to pass on to the caller. In this case, too, the endpoint is not executed.
  func replacement<Result, Failure: Error>(
    as type: Result.Type,
    orThrowing failure: Failure.Type
  ) throws(Failure) -> Result?

  /// Returns `true` if the endpoint must be executed a second time, for example to simulate a
  /// duplicate request. The second result is ignored.
  func isRepeated() -> Bool

  /// Called after the endpoint has been executed.
  ///
  /// - Parameter result: The result of the endpoint.
  /// - Returns: The result for the caller, which is usually the endpoint's result.
  func end<Result, Failure: Error>(
    with result: Swift.Result<Result, Failure>
  ) throws(Failure) -> Result

  /// Waits before an asynchronous endpoint is executed, for example to simulate a delay.
  ///
  /// - Returns: The error that ended the wait early, or `nil` if the wait completed.
  nonisolated(nonsending) func waitToBegin() async -> (any Error)?

  /// Waits before the result of an asynchronous endpoint is returned to its caller.
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
