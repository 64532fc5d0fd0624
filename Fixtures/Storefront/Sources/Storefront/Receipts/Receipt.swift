public import Foundation

/// The customer's copy of an order.
public struct Receipt: Sendable, Hashable {
  /// The number of the order.
  public let number: OrderNumber
  /// The printed lines, from top to bottom.
  public let lines: [String]

  /// Creates the receipt of `order`, issued by `shop`. It shows the day of `date` in `timeZone`.
  public init(of order: Order, from shop: Shop, on date: Date, in timeZone: TimeZone) {
    let day = Date.ISO8601FormatStyle(timeZone: timeZone).year().month().day()
    number = order.number
    lines =
      ["\(shop.name), order \(order.number)", day.format(date)]
      + order.lines.map { "\($0.quantity) × \($0.product.name): \($0.price) \(shop.currency)" }
      + ["Total: \(order.lines.total) \(shop.currency)"]
  }
}
