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
/// By default, calls get the recorded responses and are never executed. A call that was not
/// recorded fails the test. The environment variable `DEPENDENCE_RECORD` selects another mode:
///
/// - `missing` executes the calls that were not recorded, and adds them to the recording.
/// - `all` executes all calls, and replaces the recording.
/// - `verify` executes all calls, and fails the test if a response differs from the recorded one.
///
/// Nothing is written if the environment variable `CI` is set. The recording is written when the
/// test ends.
///
/// A call is identified by its endpoint, its arguments, and the number of earlier calls with the
/// same arguments. Therefore, concurrent calls may happen in any order.
///
/// Arguments and results must be `Codable`. A recording also supports `URLRequest`, `URLResponse`,
/// pairs of `Data` and a response, `AsyncStream` and `AsyncThrowingStream`. A thrown error is
/// decoded as its own type if it is `Codable`, and is a ``RecordedError`` otherwise.
public struct Recorder: Sendable {
  private let wrapper: _EndpointWrapper

  init(_ session: RecordingSession, at site: SourceSite) {
    wrapper = _EndpointWrapper(RecordingInterceptor(session: session), at: site)
  }

  /// Returns a copy of a client whose calls are recorded or replayed. An issue is reported for an
  /// endpoint that cannot be wrapped. A closure whose type is an alias from outside the client only
  /// counts as an endpoint if it has the attribute `@DependencyEndpoint`; otherwise it stays as it is.
  ///
  /// - Parameter client: A client whose type has the macro `@DependencyClient`. In replay mode, the
  ///   default, its endpoints are not called.
  public func wrap<Client: _WrappableClient>(_ client: Client) -> Client {
    client._wrapped(by: wrapper)
  }
}

// There are four overloads of `wrap` because Swift 6.3 crashes on closures that have a parameter
// pack and are generic over their error type.

extension Recorder {
  /// Records or replays the calls to a synchronous endpoint.
  ///
  /// Unless the result is `Void`, a call without a recorded response ends the process, because the
  /// endpoint cannot throw.
  ///
  /// - Parameter endpoint: The name of the endpoint in messages and in the recording, for example
  ///   "API.count".
  @_disfavoredOverload
  public func wrap<each Argument, Result>(
    _ endpoint: String,
    _ body: @escaping @Sendable (repeat each Argument) -> Result
  ) -> @Sendable (repeat each Argument) -> Result {
    wrapper.wrap(endpoint, body)
  }

  /// Records or replays the calls to a synchronous endpoint that throws.
  ///
  /// - Parameter endpoint: The name of the endpoint in messages and in the recording, for example
  ///   "API.parse".
  @_disfavoredOverload
  public func wrap<each Argument, Result>(
    _ endpoint: String,
    _ body: @escaping @Sendable (repeat each Argument) throws -> Result
  ) -> @Sendable (repeat each Argument) throws -> Result {
    wrapper.wrap(endpoint, body)
  }

  /// Records or replays the calls to an asynchronous endpoint.
  ///
  /// Unless the result is `Void`, a call without a recorded response ends the process, because the
  /// endpoint cannot throw.
  ///
  /// - Parameter endpoint: The name of the endpoint in messages and in the recording, for example
  ///   "API.status".
  @_disfavoredOverload
  public func wrap<each Argument, Result>(
    _ endpoint: String,
    _ body: @escaping @Sendable @concurrent (repeat each Argument) async -> Result
  ) -> @Sendable @concurrent (repeat each Argument) async -> Result {
    wrapper.wrap(endpoint, body)
  }

  /// Records or replays the calls to an asynchronous endpoint that throws.
  ///
  /// - Parameter endpoint: The name of the endpoint in messages and in the recording, for example
  ///   "API.fetch".
  public func wrap<each Argument, Result>(
    _ endpoint: String,
    _ body: @escaping @Sendable @concurrent (repeat each Argument) async throws -> Result
  ) -> @Sendable @concurrent (repeat each Argument) async throws -> Result {
    wrapper.wrap(endpoint, body)
  }
}
