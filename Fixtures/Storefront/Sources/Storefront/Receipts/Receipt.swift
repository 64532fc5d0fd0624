/// What the customer takes home.
public struct Receipt: Sendable, Hashable {
  /// The number of the order.
  public let number: OrderNumber
  /// The printed lines, top to bottom.
  public let lines: [String]

  /// The receipt of `order`, issued by `shop`.
  public init(of order: Order, from shop: Shop) {
    number = order.number
    lines =
      ["\(shop.name), order \(order.number)"]
      + order.lines.map { "\($0.quantity) × \($0.product.name): \($0.price) \(shop.currency)" }
      + ["Total: \(order.lines.total) \(shop.currency)"]
  }
}
