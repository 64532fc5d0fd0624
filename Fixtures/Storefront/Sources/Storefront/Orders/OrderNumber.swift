/// The number of an order.
public struct OrderNumber: Sendable, Hashable {
  /// The number, from 1.
  public let value: Int

  /// The number `value`.
  public init(_ value: Int) {
    self.value = value
  }
}

extension OrderNumber: CustomStringConvertible {
  /// The number with its sign, such as `#7`.
  public var description: String { "#\(value)" }
}
