public import DependenceGraph
public import Storefront

/// A simplified version of ``Storefront/Cart`` for a single session. It receives all dependencies
/// when it is created.
@Instantiable
public actor GraphCart: Instantiable {
  @Received private let store: any Store
  @Received private let numbers: any OrderNumbers
  @Received private let journal: Journal
  @Received private let customer: Customer
  private var lines: [LineItem] = []

  /// Adds `quantity` pieces of a product to the cart.
  public func add(_ product: Product, quantity: Int = 1) {
    lines.append(LineItem(product, quantity: quantity))
  }

  /// Places an order with the contents of the cart, and removes them from the cart.
  ///
  /// Products that are added while the order is in progress stay in the cart.
  public func checkOut() async throws -> Order {
    let order = Order(number: numbers.next(), customer: customer, lines: lines)
    try await store.place(order)
    lines = Array(lines.dropFirst(order.lines.count))
    journal.record(.orderPlaced(order.number))
    return order
  }
}
