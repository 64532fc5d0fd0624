import Dependence
public import DependenceClients

/// A spy that records the calls to all of a client's endpoints.
///
/// ```swift
/// let shelf = ClientSpy("shelf")
/// try await withDependencies {
///   $0.shelf = shelf.wrap($0.shelf)
/// } operation: {
///   try await Pantry().put(["tea": 2])
/// }
///
/// shelf.calls.expectCalls([#"Shelf.save("tea", 2)"#])
/// ```
///
/// One spy can wrap several clients and record the order of calls across all of them. To check the
/// arguments and results of one endpoint as typed values instead of text, use a ``Spy``.
public final class ClientSpy: Sendable {
  /// The spy that records the calls. Use it to check the calls or wait for them. By default, the
  /// test fails if a call is still running when the test ends. If a call begins after the test has
  /// ended, the test process fails. In Swift Testing, both require one of this library's traits,
  /// such as `.dependencies`.
  public let calls: Spy<ClientCall, ClientResult>
  private let site: SourceSite

  /// Creates a spy with no recorded calls.
  ///
  /// - Parameters:
  ///   - name: The client's name in messages. By default, messages contain the source location of
  ///     this initializer call instead.
  ///   - clock: The clock that provides the time of each call. By default, this is the
  ///     `continuousClock` dependency in the call's scope.
  ///   - allowsUnfinishedCalls: Whether calls may still be running when the test ends. A call that
  ///     begins after the test ends is always reported.
  public init(
    _ name: String? = nil,
    clock: (any Clock<Duration>)? = nil,
    allowsUnfinishedCalls: Bool = false,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    calls = Spy(
      name,
      clock: clock,
      allowsUnfinishedCalls: allowsUnfinishedCalls,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Returns a copy of `client` whose calls are recorded in this spy.
  ///
  /// If an endpoint (one of the client's closures) cannot be wrapped, its calls are not recorded
  /// and an issue is reported. However, if the endpoint's type is a type alias declared outside the
  /// client, the issue is reported only if the endpoint is marked `@DependencyEndpoint`.
  ///
  /// Clients that are stored properties of `client` are wrapped as well. If such a property is a
  /// constant or has observers, or if the type of its value cannot be wrapped, an issue is reported.
  /// Clients inside other values, such as arrays or property wrappers, are not wrapped.
  ///
  /// - Parameter client: A client whose type is marked `@DependencyClient`.
  public func wrap<Client: _WrappableClient>(_ client: Client) -> Client {
    let interceptor = SpyingInterceptor(spy: calls, home: calls.wrappingRoot())
    return client._wrapped(by: _EndpointWrapper(interceptor, at: site))
  }
}

/// A call to a client endpoint, with its arguments as text, such as `ShelfClient.save("Emma", 1)`.
public struct ClientCall: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The call as it would look in source code, but without argument labels.
  ///
  /// The elements of sets and dictionaries are sorted by their texts. An instance of a class that
  /// has no description of its own is represented by the name of its class.
  public let description: String

  /// Creates a call from text such as `ShelfClient.save("Emma", 1)`.
  public init(stringLiteral description: String) { self.description = description }

  init(to endpoint: String, _ arguments: [Any]) {
    description = endpoint + CallText.arguments(arguments)
  }
}

/// The result of a call to a client endpoint, converted to text.
public struct ClientResult: Sendable, Hashable, CustomStringConvertible {
  /// The result as text. Strings are in quotation marks.
  public let description: String
}

private final class SpyingInterceptor: EndpointInterceptor {
  let spy: Spy<ClientCall, ClientResult>
  /// The dependency root of the test that wrapped the client. Each test has its own root, so the
  /// root identifies the test. Calls made outside any test are attributed to that test.
  let home: DependencyRoot

  init(spy: Spy<ClientCall, ClientResult>, home: DependencyRoot) {
    (self.spy, self.home) = (spy, home)
  }

  func begin(_ endpoint: InterceptedEndpoint, _ arguments: [Any]) -> any InterceptedCall {
    let call = ClientCall(to: endpoint.name, arguments)
    return SpiedClientCall(spy: spy, order: spy.begin(call, from: home))
  }
}

private struct SpiedClientCall: InterceptedCall {
  let spy: Spy<ClientCall, ClientResult>
  let order: UInt64

  func end<Result, Failure: Error>(
    with result: Swift.Result<Result, Failure>
  ) throws(Failure) -> Result {
    switch result {
    case .success(let value):
      spy.end(order, .returned(ClientResult(description: CallText.value(value))))
    case .failure(let error):
      spy.end(order, .threw(error))
    }
    return try result.get()
  }
}
