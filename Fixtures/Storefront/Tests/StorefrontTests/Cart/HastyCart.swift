import Dependence
import Storefront

/// A faulty version of `Cart`. It checks whether a checkout is in progress, then sends a request to
/// the store, and only then marks its own checkout as in progress. A second checkout can start in
/// between.
actor HastyCart {
  @Dependency(\.customer) private var customer
  @Dependency(\.orderNumbers) private var orderNumbers
  @Dependency(\.storeClient) private var store

  private var lines: [LineItem] = []
  private var isCheckingOut = false

  func add(_ product: Product) {
    lines.append(LineItem(product))
  }

  func checkOut() async throws -> Order {
    guard !isCheckingOut else { throw CheckoutError.alreadyCheckingOut }
    let products = try await store.fetchProducts()
    isCheckingOut = true
    defer { isCheckingOut = false }

    lines.removeAll { !products.contains($0.product) }
    guard !lines.isEmpty else { throw CheckoutError.emptyCart }
    guard let customer else { throw CheckoutError.notLoggedIn }
    let order = Order(number: orderNumbers(), customer: customer, lines: lines)
    try await store.placeOrder(order)
    lines = []
    return order
  }
}
