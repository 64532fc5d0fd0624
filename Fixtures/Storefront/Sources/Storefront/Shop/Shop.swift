/// A shop with a name and a currency.
public struct Shop: Sendable, Hashable {
  /// The shop's name.
  public let name: String
  /// The currency of the shop's prices.
  public let currency: String

  /// Creates a shop.
  public init(name: String, currency: String) {
    self.name = name
    self.currency = currency
  }
}
