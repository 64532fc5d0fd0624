/// Something that the shop sells.
public struct Product: Sendable, Hashable, Identifiable {
  /// The product's identity.
  public let id: String
  /// The name that the customer sees.
  public let name: String
  /// The price of one.
  public let price: Price

  /// A product.
  public init(id: String, name: String, price: Price) {
    self.id = id
    self.name = name
    self.price = price
  }
}
