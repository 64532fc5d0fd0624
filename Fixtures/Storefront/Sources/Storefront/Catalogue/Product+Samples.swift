extension Product {
  /// A sample product for previews and tests.
  public static let tea = Product(id: "tea", name: "Green tea", price: Price(cents: 450))
  /// A sample product for previews and tests.
  public static let mug = Product(id: "mug", name: "Tea mug", price: Price(cents: 1200))
  /// A sample product for previews and tests.
  public static let kettle = Product(id: "kettle", name: "Kettle", price: Price(cents: 3905))
}

extension [Product] {
  /// All sample products.
  public static let samples: [Product] = [.tea, .mug, .kettle]
}
