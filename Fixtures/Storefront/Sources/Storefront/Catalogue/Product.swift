/// A product that the shop sells.
public struct Product: Sendable, Hashable, Identifiable {
  /// The unique identifier of the product.
  public let id: String
  /// The name that customers see.
  public let name: String
  /// The price of one piece.
  public let price: Price

  /// Creates a product.
  public init(id: String, name: String, price: Price) {
    self.id = id
    self.name = name
    self.price = price
  }
}
