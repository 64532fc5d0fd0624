/// An order of a customer.
public struct Order: Sendable, Hashable {
  /// The number on the receipt.
  public let number: OrderNumber
  /// The buyer.
  public let customer: Customer
  /// The products and their numbers.
  public let lines: [LineItem]

  /// An order.
  public init(number: OrderNumber, customer: Customer, lines: [LineItem]) {
    self.number = number
    self.customer = customer
    self.lines = lines
  }
}
