/// A number of times that a test expects, such as `2`, `.atLeast(1)` or `.between(2...4)`.
public struct ExpectedCount: Sendable, Hashable {
  let least: Int
  private let most: Int?

  private init(least: Int, most: Int?) {
    self.least = least
    self.most = most
  }

  /// Returns the expectation of exactly `count` times.
  public static func exactly(_ count: Int) -> ExpectedCount {
    ExpectedCount(least: count, most: count)
  }

  /// Returns the expectation of `count` or more times.
  public static func atLeast(_ count: Int) -> ExpectedCount {
    ExpectedCount(least: count, most: nil)
  }

  /// Returns the expectation of `count` or fewer times. Zero times is allowed.
  public static func atMost(_ count: Int) -> ExpectedCount { ExpectedCount(least: 0, most: count) }

  /// Returns the expectation of a number of times in the range `counts`.
  public static func between(_ counts: ClosedRange<Int>) -> ExpectedCount {
    ExpectedCount(least: counts.lowerBound, most: counts.upperBound)
  }

  func allows(_ count: Int) -> Bool { count >= least && count <= most ?? count }

  /// The error message about a negative number, or `nil` if the expectation is valid.
  var problem: String? {
    guard least < 0 || most.map({ $0 < 0 }) == true else { return nil }
    return
      "The expected count \"\(self)\" is negative, so it was not checked. Expect 0 times or more."
  }
}

extension ExpectedCount: ExpressibleByIntegerLiteral {
  /// Creates the expectation of exactly `count` times from an integer literal.
  public init(integerLiteral count: Int) { self = .exactly(count) }
}

extension ExpectedCount: CustomStringConvertible {
  /// A description of the expectation, such as "exactly 2 times" or "at least once".
  public var description: String {
    guard let most else { return "at least \(Self.times(least))" }
    if least == most { return "exactly \(Self.times(least))" }
    return least == 0 ? "at most \(Self.times(most))" : "\(least) to \(Self.times(most))"
  }

  static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}
