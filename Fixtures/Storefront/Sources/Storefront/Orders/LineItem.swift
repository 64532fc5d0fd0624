/// So and so many of one product, in a cart or in an order.
public struct LineItem: Sendable, Hashable {
  /// The product.
  public let product: Product
  /// The number of pieces.
  public var quantity: Int

  /// A line for `quantity` of `product`.
  public init(_ product: Product, quantity: Int = 1) {
    self.product = product
    self.quantity = quantity
  }

  /// The price of the whole line.
  public var price: Price { product.price * quantity }
}

extension [LineItem] {
  /// The price of all lines together.
  public var total: Price { map(\.price).reduce(Price(cents: 0), +) }
}
