import DependenceMacros

/// The key of the shop.
public enum ShopKey: DependencyKey {
  /// A shop that nobody has named yet.
  public static var liveValue: Shop { Shop(name: "Storefront", currency: "EUR") }
  /// A shop whose name cannot be mistaken for one that a test has given.
  public static var testValue: Shop { Shop(name: "Test shop", currency: "XTS") }
}

extension DependencyValues {
  /// The shop of this process.
  public var shop: Shop {
    get { self[ShopKey.self] }
    set { self[ShopKey.self] = newValue }
  }
}
