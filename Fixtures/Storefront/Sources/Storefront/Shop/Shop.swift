/// A shop.
public struct Shop: Sendable, Hashable {
  /// The shop's name.
  public let name: String
  /// The currency of its prices.
  public let currency: String

  /// A shop.
  public init(name: String, currency: String) {
    self.name = name
    self.currency = currency
  }
}
