/// The number of times that a test expects something to happen, such as `2`, `.atLeast(1)`, or
/// `.between(2...4)`.
public struct ExpectedCount: Sendable, Hashable {
  let least: Int
  private let most: Int?

  /// Returns an expectation of exactly `count` occurrences.
  public static func exactly(_ count: Int) -> ExpectedCount {
    ExpectedCount(least: count, most: count)
  }

  /// Returns an expectation of at least `count` occurrences.
  public static func atLeast(_ count: Int) -> ExpectedCount {
    ExpectedCount(least: count, most: nil)
  }

  /// Returns an expectation of at most `count` occurrences, including none at all.
  public static func atMost(_ count: Int) -> ExpectedCount { ExpectedCount(least: 0, most: count) }

  /// Returns an expectation that the number of occurrences lies in the range `counts`.
  public static func between(_ counts: ClosedRange<Int>) -> ExpectedCount {
    ExpectedCount(least: counts.lowerBound, most: counts.upperBound)
  }

  func allows(_ count: Int) -> Bool { count >= least && !isExceeded(by: count) }

  func isExceeded(by count: Int) -> Bool { count > most ?? count }

  /// An error message if the expected number is negative, or `nil` if the expectation is valid.
  var problem: String? {
    guard least < 0 || most.map({ $0 < 0 }) == true else { return nil }
    return
      "The expected count \"\(self)\" is negative, so it was not checked. Expect 0 times or more."
  }
}

extension ExpectedCount: ExpressibleByIntegerLiteral {
  /// Creates an expectation of exactly `count` occurrences from an integer literal.
  public init(integerLiteral count: Int) { self = .exactly(count) }
}

extension ExpectedCount: CustomStringConvertible {
  /// A description of the expected count, such as "exactly 2 times" or "at least once".
  public var description: String {
    guard let most else { return "at least \(Self.times(least))" }
    if least == most { return "exactly \(Self.times(least))" }
    return least == 0 ? "at most \(Self.times(most))" : "\(least) to \(Self.times(most))"
  }

  static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}
