/// The number of an order.
public struct OrderNumber: Sendable, Hashable {
  /// The value of the number, starting with 1.
  public let value: Int

  /// Creates an order number.
  public init(_ value: Int) {
    self.value = value
  }
}

extension OrderNumber: CustomStringConvertible {
  /// The value with a number sign, such as `#7`.
  public var description: String { "#\(value)" }
}
