/// A product and its quantity, in a cart or in an order.
public struct LineItem: Sendable, Hashable {
  /// The product.
  public let product: Product
  /// The number of pieces.
  public var quantity: Int

  /// Creates a line with `quantity` pieces of `product`.
  public init(_ product: Product, quantity: Int = 1) {
    self.product = product
    self.quantity = quantity
  }

  /// The price of all pieces.
  public var price: Price { product.price * quantity }
}

extension [LineItem] {
  /// The total price of all lines.
  public var total: Price { map(\.price).reduce(Price(cents: 0), +) }
}
