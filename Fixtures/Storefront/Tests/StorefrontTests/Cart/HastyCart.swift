import Dependence
import Storefront

/// A `Cart` that was written in haste: it asks the store between the look whether a checkout is going
/// on and the note that one is. Whoever comes in between does not see the first one.
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
