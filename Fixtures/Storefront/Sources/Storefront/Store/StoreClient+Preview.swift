extension StoreClient {
  /// A client that always finds sample products, and accepts every request.
  public static let preview = StoreClient(
    fetchProducts: { .samples },
    searchProducts: { _ in .samples },
    placeOrder: { _ in },
    logIn: { Customer(name: $0) },
    logOut: { _ in }
  )
}
