/// An amount of money in whole cents. Sums of floating-point numbers would contain rounding errors.
public struct Price: Sendable, Hashable {
  /// The amount in cents, which is never negative.
  public let cents: Int

  /// Creates a price of `cents`.
  public init(cents: Int) {
    precondition(cents >= 0, "A price cannot be negative.")
    self.cents = cents
  }
}

// MARK: - Arithmetic

extension Price {
  /// Returns the sum of two prices.
  public static func + (one: Price, other: Price) -> Price {
    Price(cents: one.cents + other.cents)
  }

  /// Returns the price of `count` pieces.
  public static func * (price: Price, count: Int) -> Price {
    Price(cents: price.cents * count)
  }
}

// MARK: - Text

extension Price: CustomStringConvertible {
  /// The amount as text with two decimals, such as `4.50`.
  public var description: String {
    let (whole, fraction) = cents.quotientAndRemainder(dividingBy: 100)
    return "\(whole).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}
