import DependenceMacros

/// The cart of a customer.
///
/// The cart reads its dependencies in each call, in the scope of that call. A cart can be used in
/// several sessions, and each checkout uses the customer who is logged in at that time.
@DependencyProperties(\.storeClient, \.orderNumbers, \.customer, \.journal)
public actor Cart {
  /// The lines of the cart, one for each product, in the order in which the products were added.
  public private(set) var lines: [LineItem] = []
  private var isCheckingOut = false

  /// Creates an empty cart.
  public init() {}

  /// Adds `quantity` pieces of a product to the cart.
  public func add(_ product: Product, quantity: Int = 1) {
    if let index = lines.firstIndex(where: { $0.product == product }) {
      lines[index].quantity += quantity
    } else {
      lines.append(LineItem(product, quantity: quantity))
    }
  }

  /// Orders the contents of the cart, and removes them after the store has accepted the order.
  ///
  /// Products that are added while the order is in progress stay in the cart.
  ///
  /// - Throws: ``CheckoutError``, or an error of the store. In both cases, nothing is removed.
  public func checkOut() async throws -> Order {
    guard !isCheckingOut else { throw CheckoutError.alreadyCheckingOut }
    guard !lines.isEmpty else { throw CheckoutError.emptyCart }
    guard let customer else { throw CheckoutError.notLoggedIn }
    isCheckingOut = true
    defer { isCheckingOut = false }

    let order = Order(number: orderNumbers(), customer: customer, lines: lines)
    try await storeClient.placeOrder(order)
    take(order.lines)
    journal.record(.orderPlaced(order.number))
    return order
  }

  private func take(_ ordered: [LineItem]) {
    for line in ordered {
      guard let index = lines.firstIndex(where: { $0.product == line.product }) else { continue }
      lines[index].quantity -= line.quantity
    }
    lines.removeAll { $0.quantity <= 0 }
  }
}
