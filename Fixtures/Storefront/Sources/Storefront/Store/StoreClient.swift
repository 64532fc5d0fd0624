import DependenceMacros

/// A client for the requests that the shop sends to its store, with one closure for each request.
///
/// The client is a struct of closures instead of a protocol, so that a test can override a single
/// request and keep the others. A request that is not implemented fails the test that sends it.
@DependencyClient
public struct StoreClient: Sendable {
  /// Returns all products that the store sells.
  public var fetchProducts: @Sendable () async throws -> [Product]
  /// Returns the products whose names contain a text.
  public var searchProducts: @Sendable (_ text: String) async throws -> [Product]
  /// Places an order. Either the whole order succeeds, or nothing is bought.
  public var placeOrder: @Sendable (_ order: Order) async throws -> Void
  /// Starts a session for the customer with this name.
  public var logIn: @Sendable (_ name: String) async throws -> Customer
  /// Ends a customer's session. This request cannot throw, because no code would be left to try
  /// again.
  public var logOut: @Sendable (_ customer: Customer) async -> Void
}

extension DependencyValues {
  /// The client of the store that the shop sells from. It is unimplemented in tests, so that a test
  /// fails if it sends a request that it does not override.
  @DependencyEntry(preview: StoreClient.preview, test: StoreClient.unimplemented)
  public var storeClient: StoreClient = .live()
}
