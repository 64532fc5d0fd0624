/// What a customer has bought.
public struct Order: Sendable, Hashable {
  /// The number on the receipt.
  public let number: OrderNumber
  /// Who has bought it.
  public let customer: Customer
  /// What was bought.
  public let lines: [LineItem]

  /// An order.
  public init(number: OrderNumber, customer: Customer, lines: [LineItem]) {
    self.number = number
    self.customer = customer
    self.lines = lines
  }
}
