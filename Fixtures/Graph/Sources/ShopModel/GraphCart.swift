public import DependenceGraph
public import Storefront

/// The cart of a customer: the same as ``Storefront/Cart``, with everything handed in.
@Instantiable
public actor GraphCart: Instantiable {
  @Received private let store: any Store
  @Received private let numbers: any OrderNumbers
  @Received private let journal: Journal
  @Received private let customer: Customer
  private var lines: [LineItem] = []

  /// Puts so and so many of a product into the cart.
  public func add(_ product: Product, quantity: Int = 1) {
    lines.append(LineItem(product, quantity: quantity))
  }

  /// Orders what is in the cart.
  public func checkOut() async throws -> Order {
    let order = Order(number: numbers.next(), customer: customer, lines: lines)
    try await store.place(order)
    lines = []
    journal.record(.orderPlaced(order.number))
    return order
  }
}
