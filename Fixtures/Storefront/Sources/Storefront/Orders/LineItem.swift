/// So and so many of one product, in a cart or in an order.
public struct LineItem: Sendable, Hashable {
  /// What is bought.
  public let product: Product
  /// How many of it.
  public var quantity: Int

  /// A line for `quantity` of `product`.
  public init(_ product: Product, quantity: Int = 1) {
    self.product = product
    self.quantity = quantity
  }

  /// What the whole line costs.
  public var price: Price { product.price * quantity }
}

extension [LineItem] {
  /// What all the lines cost together.
  public var total: Price { map(\.price).reduce(Price(cents: 0), +) }
}
