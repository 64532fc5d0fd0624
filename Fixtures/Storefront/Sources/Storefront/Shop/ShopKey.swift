import DependenceMacros

/// The key of the shop.
public enum ShopKey: DependencyKey {
  /// The shop of an app that does not call ``openShop(_:selling:)``.
  public static var liveValue: Shop { Shop(name: "Storefront", currency: "EUR") }
  /// A shop that differs from every shop that a test configures.
  public static var testValue: Shop { Shop(name: "Test shop", currency: "XTS") }
}

extension DependencyValues {
  /// The current shop.
  public var shop: Shop {
    get { self[ShopKey.self] }
    set { self[ShopKey.self] = newValue }
  }
}
