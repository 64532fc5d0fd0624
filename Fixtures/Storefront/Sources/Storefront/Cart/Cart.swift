import DependenceMacros

/// The cart of a customer.
///
/// Its dependencies are read at every call, in the scope of that call: one cart may outlive several
/// sessions, and each checkout is the one of whoever is logged in then.
@DependencyProperties(\.storeClient, \.orderNumbers, \.customer, \.journal)
public actor Cart {
  /// The lines of the cart, one for each product, in the order in which they were added.
  public private(set) var lines: [LineItem] = []
  private var isCheckingOut = false

  /// An empty cart.
  public init() {}

  /// Puts so and so many of a product into the cart.
  public func add(_ product: Product, quantity: Int = 1) {
    if let index = lines.firstIndex(where: { $0.product == product }) {
      lines[index].quantity += quantity
    } else {
      lines.append(LineItem(product, quantity: quantity))
    }
  }

  /// Orders what is in the cart, and takes it out once the store has agreed.
  ///
  /// What is added while the order is on its way stays in the cart.
  ///
  /// - Throws: ``CheckoutError``, or what the store throws; nothing is taken out then.
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
