extension StoreClient {
  /// A client of a store that has `stock` of each of `products`.
  ///
  /// The store is in this process, so that the package runs anywhere; a client of a server across
  /// the network would have the same shape.
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
