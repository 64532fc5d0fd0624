/// Which shop this is.
public struct Shop: Sendable, Hashable {
  /// What it is called.
  public let name: String
  /// What its prices are in.
  public let currency: String

  /// A shop.
  public init(name: String, currency: String) {
    self.name = name
    self.currency = currency
  }
}
