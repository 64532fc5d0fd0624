/// Observes or changes the calls of wrapped endpoints. Faults, spies, recorders and traces are
/// interceptors.
package protocol EndpointInterceptor: Sendable {
  /// Called when an endpoint is wrapped. By default, this does nothing.
  func willWrap(_ endpoint: InterceptedEndpoint)

  /// Begins a call.
  ///
  /// - Parameter arguments: The arguments of the call.
  func begin(_ endpoint: InterceptedEndpoint, _ arguments: [Any]) -> any InterceptedCall
}

extension EndpointInterceptor {
  package func willWrap(_ endpoint: InterceptedEndpoint) {}
}

/// An endpoint, as far as interceptors distinguish endpoints.
package struct InterceptedEndpoint: Sendable {
  /// The name in messages, such as "SearchClient.search".
  package let name: String
  package let isAsync: Bool
  package let isThrowing: Bool
}

/// One call that passes through an interceptor.
package protocol InterceptedCall {
  /// Decides the result of the call before the endpoint executes it.
  ///
  /// - Returns: The result that replaces the endpoint's own, or `nil` if the endpoint executes the
  ///   call.
  /// - Throws: The error that the caller gets, in which case the endpoint does not execute the
  ///   call.
  func replacement<Result, Failure: Error>(
    as type: Result.Type,
    orThrowing failure: Failure.Type
  ) throws(Failure) -> Result?

  /// Returns whether the endpoint executes the call a second time. Its second result is dropped.
  func isRepeated() -> Bool

  /// Ends a call that the endpoint executed.
  ///
  /// - Parameter result: The result of the endpoint.
  /// - Returns: The result for the caller, which is usually the same.
  func end<Result, Failure: Error>(
    with result: Swift.Result<Result, Failure>
  ) throws(Failure) -> Result

  /// Waits before an asynchronous call begins.
  ///
  /// - Returns: The error that ended the wait early, or `nil`.
  nonisolated(nonsending) func waitToBegin() async -> (any Error)?

  /// Waits before the caller of an asynchronous endpoint gets the result.
  ///
  /// - Returns: The error that ended the wait early, or `nil`.
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
