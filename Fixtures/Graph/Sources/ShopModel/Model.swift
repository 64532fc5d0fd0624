public import Storefront

/// What the shop asks of its store.
public protocol Store: Sendable {
  /// Buys all of an order, or nothing.
  func place(_ order: Order) async throws
  /// Starts a session for a name.
  func logIn(_ name: String) async throws -> Customer
}

/// Where the numbers of orders come from.
public protocol OrderNumbers: Sendable {
  /// The number of the next order.
  func next() -> OrderNumber
}
