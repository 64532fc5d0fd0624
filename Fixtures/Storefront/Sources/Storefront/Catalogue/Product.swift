/// Something that the shop sells.
public struct Product: Sendable, Hashable, Identifiable {
  /// What tells it from every other product.
  public let id: String
  /// What the customer sees.
  public let name: String
  /// What one of it costs.
  public let price: Price

  /// A product.
  public init(id: String, name: String, price: Price) {
    self.id = id
    self.name = name
    self.price = price
  }
}
