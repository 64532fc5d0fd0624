public import Storefront

/// The requests that the shop sends to its store.
public protocol Store: Sendable {
  /// Places an order. Either the whole order succeeds, or nothing is bought.
  func place(_ order: Order) async throws
  /// Starts a session for the customer with this name.
  func logIn(_ name: String) async throws -> Customer
}

/// A source of order numbers.
public protocol OrderNumbers: Sendable {
  /// Returns the number of the next order.
  func next() -> OrderNumber
}
