/// Observes or changes calls of the endpoints of a client. An endpoint is one closure of the
/// client. Faults, spies, recorders and traces are interceptors.
package protocol EndpointInterceptor: Sendable {
  /// Called when the calls of an endpoint begin to pass through this interceptor. The default
  /// implementation does nothing.
  func willWrap(_ endpoint: InterceptedEndpoint)

  /// Called when a caller calls an endpoint.
  ///
  /// - Parameter arguments: The arguments of the call.
  func begin(_ endpoint: InterceptedEndpoint, _ arguments: [Any]) -> any InterceptedCall
}

extension EndpointInterceptor {
  package func willWrap(_ endpoint: InterceptedEndpoint) {}
}

/// The properties of an endpoint that interceptors use.
package struct InterceptedEndpoint: Sendable {
  /// The name for messages, such as "SearchClient.search".
  package let name: String
  package let isAsync: Bool
  package let isThrowing: Bool
}

/// A call of an endpoint that passes through an interceptor, such as a spy.
package protocol InterceptedCall {
  /// Returns a result that replaces the result of the endpoint, which is then not executed.
  ///
  /// - Returns: The result for the caller, or `nil` to execute the endpoint.
  /// - Throws: An error for the caller, in which case the endpoint is not executed either.
  func replacement<Result, Failure: Error>(
    as type: Result.Type,
    orThrowing failure: Failure.Type
  ) throws(Failure) -> Result?

  /// Returns `true` if the endpoint must be executed a second time. Its second result is ignored.
  func isRepeated() -> Bool

  /// Called after the endpoint was executed.
  ///
  /// - Parameter result: The result of the endpoint.
  /// - Returns: The result for the caller, which is usually the result of the endpoint.
  func end<Result, Failure: Error>(
    with result: Swift.Result<Result, Failure>
  ) throws(Failure) -> Result

  /// Waits before an asynchronous endpoint is executed.
  ///
  /// - Returns: The error that ended the wait early, or `nil` if the wait completed.
  nonisolated(nonsending) func waitToBegin() async -> (any Error)?

  /// Waits before the caller of an asynchronous endpoint receives the result.
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
