import Dependence

extension StoreClient {
  /// A client that fails the test which calls it, and names the request that was made.
  public static let unimplemented = StoreClient(
    fetchProducts: { try Dependence.unimplemented("StoreClient.fetchProducts") },
    searchProducts: { _ in try Dependence.unimplemented("StoreClient.searchProducts") },
    placeOrder: { _ in
      // With nothing to return, `unimplemented` alone would let the order go through.
      Dependence.unimplemented("StoreClient.placeOrder", placeholder: ())
      throw DependencyError.unimplemented("StoreClient.placeOrder")
    },
    logIn: { _ in try Dependence.unimplemented("StoreClient.logIn") },
    logOut: { _ in Dependence.unimplemented("StoreClient.logOut") }
  )
}
