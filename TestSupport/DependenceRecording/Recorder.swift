public import Dependence
import DependenceHarness

/// Records the responses of endpoints in a file, and replays them.
///
/// ```swift
/// @Test(
///   .recorded { recorder, dependencies in
///     dependencies.weather = recorder.wrap(.live)
///   }
/// )
/// ```
///
/// By default, calls return their recorded responses and are never executed. A call that was not
/// recorded makes the test fail. To select another mode, set the environment variable
/// `DEPENDENCE_RECORD`:
///
/// - `missing` executes calls that were not recorded, and adds them to the recording.
/// - `all` executes all calls, and replaces the recording.
/// - `verify` executes all calls, and makes the test fail if a response differs from the recorded
///   one.
///
/// Recordings are written when the test ends. If the environment variable `CI` is set, they are not
/// written.
///
/// A call is identified by its endpoint, its arguments, and the number of earlier calls to this
/// endpoint with the same arguments. The order of concurrent calls therefore does not matter.
///
/// Arguments and results must be `Codable`. Recordings also support `URLRequest`, `URLResponse`,
/// pairs of `Data` and a response, `AsyncStream` and `AsyncThrowingStream`. A recorded error is
/// thrown with its original type if that type is `Codable`. Otherwise, it is thrown as a
/// ``RecordedError``.
public struct Recorder: Sendable {
  private let wrapper: _EndpointWrapper

  init(_ session: RecordingSession, at site: SourceSite) {
    wrapper = _EndpointWrapper(RecordingInterceptor(session: session), at: site)
  }

  /// Returns a copy of a client whose calls are recorded or replayed. An endpoint that cannot be
  /// wrapped is reported as an issue. A closure whose type is an alias declared outside the client
  /// is wrapped only if it has the attribute `@DependencyEndpoint`. Otherwise, it is left
  /// unchanged.
  ///
  /// - Parameter client: A client whose type has the macro `@DependencyClient`. In replay mode,
  ///   which is the default, its endpoints are not called.
  public func wrap<Client: _WrappableClient>(_ client: Client) -> Client {
    client._wrapped(by: wrapper)
  }
}

// `wrap` needs four overloads, because Swift 6.3 crashes on closures that have a parameter pack and
// are generic over their error type.

extension Recorder {
  /// Records or replays calls to a synchronous endpoint.
  ///
  /// Since the endpoint cannot throw, a call without a recorded response terminates the process,
  /// unless the result type is `Void`.
  ///
  /// - Parameter endpoint: The endpoint's name in messages and in the recording, for example
  ///   "API.count".
  @_disfavoredOverload
  public func wrap<each Argument, Result>(
    _ endpoint: String,
    _ body: @escaping @Sendable (repeat each Argument) -> Result
  ) -> @Sendable (repeat each Argument) -> Result {
    wrapper.wrap(endpoint, body)
  }

  /// Records or replays calls to a synchronous, throwing endpoint.
  ///
  /// - Parameter endpoint: The endpoint's name in messages and in the recording, for example
  ///   "API.parse".
  @_disfavoredOverload
  public func wrap<each Argument, Result>(
    _ endpoint: String,
    _ body: @escaping @Sendable (repeat each Argument) throws -> Result
  ) -> @Sendable (repeat each Argument) throws -> Result {
    wrapper.wrap(endpoint, body)
  }

  /// Records or replays calls to an asynchronous endpoint.
  ///
  /// Since the endpoint cannot throw, a call without a recorded response terminates the process,
  /// unless the result type is `Void`.
  ///
  /// - Parameter endpoint: The endpoint's name in messages and in the recording, for example
  ///   "API.status".
  @_disfavoredOverload
  public func wrap<each Argument, Result>(
    _ endpoint: String,
    _ body: @escaping @Sendable @concurrent (repeat each Argument) async -> Result
  ) -> @Sendable @concurrent (repeat each Argument) async -> Result {
    wrapper.wrap(endpoint, body)
  }

  /// Records or replays calls to an asynchronous, throwing endpoint.
  ///
  /// - Parameter endpoint: The endpoint's name in messages and in the recording, for example
  ///   "API.fetch".
  public func wrap<each Argument, Result>(
    _ endpoint: String,
    _ body: @escaping @Sendable @concurrent (repeat each Argument) async throws -> Result
  ) -> @Sendable @concurrent (repeat each Argument) async throws -> Result {
    wrapper.wrap(endpoint, body)
  }
}
