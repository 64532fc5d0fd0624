extension Customer {
  /// A sample for previews and tests.
  public static let ada = Customer(name: "Ada")
  /// A sample for previews and tests.
  public static let grace = Customer(name: "Grace")
}
