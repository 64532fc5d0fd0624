import Dependence
public import DependenceClients
import DependenceHarness

/// A recorder that stores the responses of a client's endpoints in a file, and replays them in
/// later test runs. An endpoint is one of the closures that the client stores.
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
/// - `all` executes all calls, and replaces the recording. If the test ends with an error, the old
///   recording is kept if it contains additional calls, because the test may not have made all of
///   its calls.
/// - `verify` executes all calls, and makes the test fail if a response differs from the recorded
///   one.
///
/// Recordings are written when the test ends, unless the environment variable `CI` is set.
///
/// A call is identified by its endpoint, its arguments, and the number of earlier calls to that
/// endpoint with the same arguments. The order of calls with different arguments therefore does not
/// matter.
///
/// Arguments and results must be `Codable`. Recordings also support `URLRequest`, `URLResponse`,
/// pairs of `Data` and a response, `AsyncStream` and `AsyncThrowingStream`, and optionals of these
/// streams. A recorded error is thrown with its original type if that type is `Codable`. Otherwise,
/// it is thrown as a ``RecordedError``. An endpoint with a typed error, such as `throws(APIError)`,
/// cannot throw a `RecordedError`, so its error type must be `Codable`.
public struct Recorder: Sendable {
  private let session: RecordingSession
  private let site: SourceSite

  init(_ session: RecordingSession, at site: SourceSite) {
    (self.session, self.site) = (session, site)
  }

  private var wrapper: _EndpointWrapper { wrapper(of: nil) }

  private func wrapper(of client: Any.Type?) -> _EndpointWrapper {
    _EndpointWrapper(RecordingInterceptor(session: session), of: client, at: site)
  }

  /// Returns a copy of a client whose endpoints record or replay their calls. An endpoint that
  /// cannot be wrapped is reported as an issue.
  ///
  /// A call that has no recorded response throws an error. If its endpoint does not throw, or has a
  /// typed error, the call terminates the process, unless the result type is `Void`.
  ///
  /// A closure whose type is a `typealias` declared outside the client is not wrapped. An issue is
  /// reported only if the closure is marked `@DependencyEndpoint`; otherwise, it is silently left
  /// unchanged.
  ///
  /// If a test wraps two clients of the same type, the recording cannot distinguish their calls,
  /// because it identifies a call by its endpoint's name, its arguments and its order. If the test
  /// uses both clients at the same time, give each client its own recording by creating one of the
  /// recorders with another name in the argument `named:`. If two clients of different types have
  /// endpoints with the same name, an issue is reported, and the same remedy applies.
  ///
  /// Clients that are stored properties of `client` are wrapped as well. If such a property is a
  /// constant or has observers, an issue is reported. Clients inside other values, such as arrays
  /// or property wrappers, are not wrapped.
  ///
  /// - Parameter client: A client whose type is marked `@DependencyClient`. In replay mode, which
  ///   is the default, the client's own endpoints are not called.
  public func wrap<Client: _WrappableClient>(_ client: Client) -> Client {
    client._wrapped(by: wrapper(of: Client.self))
  }
}

// The throwing overloads are not generic over the error type. An endpoint that throws can have an
// implementation that does not throw. The compiler must then still choose a throwing overload, so
// that a call with no recorded response can throw an error. It would infer a generic error type as
// `Never`, and the Swift 6.3 compiler crashes if it infers `Never` for a closure with a parameter
// pack.

extension Recorder {
  /// Returns a closure that records or replays calls to a synchronous endpoint that does not throw.
  ///
  /// Because the endpoint cannot throw an error, a call that has no recorded response terminates
  /// the process, unless the result type is `Void`.
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

  /// Returns a closure that records or replays calls to a synchronous, throwing endpoint. A call
  /// that has no recorded response throws an error.
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

  /// Returns a closure that records or replays calls to an asynchronous endpoint that does not
  /// throw.
  ///
  /// Because the endpoint cannot throw an error, a call that has no recorded response terminates
  /// the process, unless the result type is `Void`.
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

  /// Returns a closure that records or replays calls to an asynchronous, throwing endpoint. A call
  /// that has no recorded response throws an error.
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
