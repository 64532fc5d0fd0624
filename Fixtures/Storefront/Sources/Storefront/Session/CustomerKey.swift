import DependenceMacros

/// The key of the customer who is logged in.
public enum CustomerKey: DependencyKey {
  /// No customer. Only a session overrides this key with a customer.
  public static var liveValue: Customer? { nil }
  /// No customer, as in the app.
  public static var testValue: Customer? { nil }
}

extension DependencyValues {
  /// The customer who is logged in, or `nil` outside a session.
  public var customer: Customer? {
    get { self[CustomerKey.self] }
    set { self[CustomerKey.self] = newValue }
  }
}
