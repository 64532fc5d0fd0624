extension StoreClient {
  /// A client that always has something to show and never refuses anything.
  public static let preview = StoreClient(
    fetchProducts: { .samples },
    searchProducts: { _ in .samples },
    placeOrder: { _ in },
    logIn: { Customer(name: $0) },
    logOut: { _ in }
  )
}
