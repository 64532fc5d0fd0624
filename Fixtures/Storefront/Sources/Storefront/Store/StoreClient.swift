import DependenceMacros

/// The requests that the shop makes of its store, one closure for each.
///
/// A struct of closures instead of a protocol: a test overrides the one request it is about and
/// leaves the others as they were. A request that nobody has implemented fails the test that makes it.
@DependencyClient
public struct StoreClient: Sendable {
  /// Everything the store sells.
  public var fetchProducts: @Sendable () async throws -> [Product]
  /// The products whose name contains a text.
  public var searchProducts: @Sendable (_ text: String) async throws -> [Product]
  /// Buys. All of the order goes through, or none of it.
  public var placeOrder: @Sendable (_ order: Order) async throws -> Void
  /// Starts a session for a name.
  public var logIn: @Sendable (_ name: String) async throws -> Customer
  /// Ends the session of a customer. It cannot fail: nobody would be there to try again.
  public var logOut: @Sendable (_ customer: Customer) async -> Void
}

extension DependencyValues {
  /// The store that the shop sells from: in a test, one that fails it, so that no test depends on a
  /// request it does not mention.
  @DependencyEntry(preview: StoreClient.preview, test: StoreClient.unimplemented)
  public var storeClient: StoreClient = .live()
}
