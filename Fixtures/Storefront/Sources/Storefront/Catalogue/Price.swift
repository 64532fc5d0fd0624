/// An amount of money in whole cents, because sums of floating-point numbers do not add up.
public struct Price: Sendable, Hashable {
  /// The amount in cents; never negative.
  public let cents: Int

  /// An amount of `cents`.
  public init(cents: Int) {
    precondition(cents >= 0, "A price cannot be negative.")
    self.cents = cents
  }
}

// MARK: - Arithmetic

extension Price {
  /// Both amounts together.
  public static func + (one: Price, other: Price) -> Price {
    Price(cents: one.cents + other.cents)
  }

  /// The amount, `count` times.
  public static func * (price: Price, count: Int) -> Price {
    Price(cents: price.cents * count)
  }
}

// MARK: - Text

extension Price: CustomStringConvertible {
  /// The amount with two decimals, such as `4.50`.
  public var description: String {
    let (whole, fraction) = cents.quotientAndRemainder(dividingBy: 100)
    return "\(whole).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}
