/// A number of times: `2`, `.atLeast(1)`, `.atMost(3)`, `.between(2...4)`.
public struct ExpectedCount: Sendable, Hashable {
  let least: Int
  private let most: Int?

  private init(least: Int, most: Int?) {
    self.least = least
    self.most = most
  }

  /// This often, neither more nor less.
  public static func exactly(_ count: Int) -> ExpectedCount {
    ExpectedCount(least: count, most: count)
  }

  /// This often, or more often.
  public static func atLeast(_ count: Int) -> ExpectedCount {
    ExpectedCount(least: count, most: nil)
  }

  /// This often, or less often, or never.
  public static func atMost(_ count: Int) -> ExpectedCount { ExpectedCount(least: 0, most: count) }

  /// As often as one of these numbers.
  public static func between(_ counts: ClosedRange<Int>) -> ExpectedCount {
    ExpectedCount(least: counts.lowerBound, most: counts.upperBound)
  }

  func allows(_ count: Int) -> Bool { count >= least && count <= most ?? count }

  /// The mistake of the expectation itself; nil if a count can meet it.
  var mistake: String? {
    guard least < 0 || most.map({ $0 < 0 }) == true else { return nil }
    return "Nothing can happen \(self). Expect 0 times or more."
  }
}

extension ExpectedCount: ExpressibleByIntegerLiteral {
  /// Exactly as often as the number says.
  public init(integerLiteral count: Int) { self = .exactly(count) }
}

extension ExpectedCount: CustomStringConvertible {
  /// In words: "exactly 2 times".
  public var description: String {
    guard let most else { return "at least \(Self.times(least))" }
    if least == most { return "exactly \(Self.times(least))" }
    return least == 0 ? "at most \(Self.times(most))" : "\(least) to \(Self.times(most))"
  }

  static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}
