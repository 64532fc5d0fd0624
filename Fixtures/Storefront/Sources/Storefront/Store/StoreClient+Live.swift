extension StoreClient {
  /// Returns a client of a store that has `stock` pieces of each product.
  ///
  /// The store runs in this process, so that this package does not need a network. A client of a
  /// server on the network would have the same structure.
  public static func live(
    selling products: [Product] = .samples,
    stock: Int = 100
  ) -> StoreClient {
    let server = StoreServer(selling: products, stock: stock)
    return StoreClient(
      fetchProducts: { server.products },
      searchProducts: { await server.products(matching: $0) },
      placeOrder: { try await server.place($0) },
      logIn: { try await server.logIn($0) },
      logOut: { await server.logOut($0) }
    )
  }
}
