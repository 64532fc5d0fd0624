import DependenceMacros

/// The customer who is logged in.
public enum CustomerKey: DependencyKey {
  /// Nobody: only a session brings a customer.
  public static var liveValue: Customer? { nil }
  /// Nobody, as in the app.
  public static var testValue: Customer? { nil }
}

extension DependencyValues {
  /// The customer who is logged in, inside a session; nil outside.
  public var customer: Customer? {
    get { self[CustomerKey.self] }
    set { self[CustomerKey.self] = newValue }
  }
}
