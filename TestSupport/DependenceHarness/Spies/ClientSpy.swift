public import Dependence

/// Records the calls to every endpoint of a client.
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
/// One spy can wrap several clients, and then records the order of the calls to all of them. Use a
/// ``Spy`` to record the calls to one endpoint with the types of its arguments and results.
public final class ClientSpy: Sendable {
  /// A spy with all calls so far, which can expect calls and wait for them. A call that is still
  /// running when the test ends fails the test.
  public let calls: Spy<ClientCall, ClientResult>
  private let site: SourceSite

  /// Creates a spy that has not recorded any calls.
  ///
  /// - Parameters:
  ///   - name: The name of the client in messages. By default, messages contain the location of
  ///     this call.
  ///   - clock: The clock that provides the time of each call. The default is the `continuousClock`
  ///     dependency in the scope of the call.
  ///   - allowsUnfinishedCalls: Whether calls may still run when the test ends.
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

  /// Returns a copy of a client that records its calls in this spy. An issue is reported for an
  /// endpoint that cannot be wrapped. A closure whose type is an alias from outside the client only
  /// counts as an endpoint if it has the attribute `@DependencyEndpoint`; otherwise it stays as it is.
  ///
  /// - Parameter client: A client whose type has the macro `@DependencyClient`.
  public func wrap<Client: _WrappableClient>(_ client: Client) -> Client {
    client._wrapped(by: _EndpointWrapper(SpyingInterceptor(spy: calls), at: site))
  }
}

/// A call to an endpoint of a client, with its arguments as text: `ShelfClient.save("Emma", 1)`.
public struct ClientCall: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The endpoint and its arguments, formatted like a call in source code, without argument labels.
  public let description: String

  /// Creates a call from text such as `ShelfClient.save("Emma", 1)`.
  public init(stringLiteral description: String) { self.description = description }

  init(to endpoint: String, _ arguments: [Any]) {
    description = endpoint + CallText.arguments(arguments)
  }
}

/// The result of a call to a client endpoint, as text.
public struct ClientResult: Sendable, Hashable, CustomStringConvertible {
  /// The printed result. Strings are in quotation marks.
  public let description: String
}

private struct SpyingInterceptor: EndpointInterceptor {
  let spy: Spy<ClientCall, ClientResult>

  func begin(_ endpoint: InterceptedEndpoint, _ arguments: [Any]) -> any InterceptedCall {
    SpiedClientCall(spy: spy, order: spy.begin(ClientCall(to: endpoint.name, arguments)))
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
