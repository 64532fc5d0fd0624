extension Customer {
  /// A sample customer for previews and tests.
  public static let ada = Customer(name: "Ada")
  /// A sample customer for previews and tests.
  public static let grace = Customer(name: "Grace")
}
