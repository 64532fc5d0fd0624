/// Somebody who buys.
public struct Customer: Sendable, Hashable {
  /// The customer's name in the shop.
  public let name: String

  /// A customer of that name.
  public init(name: String) {
    self.name = name
  }
}
