/// Somebody who buys.
public struct Customer: Sendable, Hashable {
  /// What the shop calls them.
  public let name: String

  /// A customer of that name.
  public init(name: String) {
    self.name = name
  }
}
