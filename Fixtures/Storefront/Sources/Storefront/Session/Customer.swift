/// A customer of the shop.
public struct Customer: Sendable, Hashable {
  /// The customer's name in the shop.
  public let name: String

  /// Creates a customer with the given name.
  public init(name: String) {
    self.name = name
  }
}
