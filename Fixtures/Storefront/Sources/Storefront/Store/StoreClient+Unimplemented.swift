import Dependence

extension StoreClient {
  /// A client that fails the test which calls it, and names the request that was made.
  public static let unimplemented = StoreClient(
    fetchProducts: { throw Dependence.unimplemented("StoreClient.fetchProducts") },
    searchProducts: { _ in throw Dependence.unimplemented("StoreClient.searchProducts") },
    placeOrder: { _ in throw Dependence.unimplemented("StoreClient.placeOrder") },
    logIn: { _ in throw Dependence.unimplemented("StoreClient.logIn") },
    logOut: { _ in Dependence.unimplemented("StoreClient.logOut") }
  )
}
