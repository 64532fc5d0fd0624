public import Storefront

/// The requests that the shop makes of its store.
public protocol Store: Sendable {
  /// Buys all of an order, or nothing.
  func place(_ order: Order) async throws
  /// Starts a session for a name.
  func logIn(_ name: String) async throws -> Customer
}

/// A source of order numbers.
public protocol OrderNumbers: Sendable {
  /// The number of the next order.
  func next() -> OrderNumber
}
