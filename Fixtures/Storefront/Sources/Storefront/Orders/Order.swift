/// An order of a customer.
public struct Order: Sendable, Hashable {
  /// The number of the order, which is printed on the receipt.
  public let number: OrderNumber
  /// The customer who placed the order.
  public let customer: Customer
  /// The ordered products and their quantities.
  public let lines: [LineItem]

  /// Creates an order.
  public init(number: OrderNumber, customer: Customer, lines: [LineItem]) {
    self.number = number
    self.customer = customer
    self.lines = lines
  }
}
