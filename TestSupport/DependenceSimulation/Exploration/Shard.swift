import Dependence

/// A part of a search, so that several processes can share the search.
struct Shard: Sendable, Hashable {
  /// The environment variable that selects the part for this process, such as `2/8`.
  static let variable = "DEPENDENCE_SHARD"

  let number: Int
  let count: Int

  static let whole = Shard(number: 1, count: 1)

  /// Returns the contiguous indices of this part. The sizes of all parts differ by at most one.
  func range(of total: Int) -> Range<Int> {
    let (share, rest) = total.quotientAndRemainder(dividingBy: count)
    let start = (number - 1) * share + min(number - 1, rest)
    return start..<start + share + (number <= rest ? 1 : 0)
  }
}

extension Shard: CustomStringConvertible {
  var description: String { "\(number)/\(count)" }

  init?(_ text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map(Self.number)
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1], number <= count
    else { return nil }
    self.init(number: number, count: count)
  }

  // The initializer of `Int` would also accept a sign.
  private static func number(_ text: Substring) -> Int? {
    guard text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(text).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Returns the part that the environment selects. By default, it is the whole search.
  static func fromEnvironment() throws(ShardError) -> Shard {
    guard let text = System.environmentVariable(variable) else { return .whole }
    guard let shard = Shard(text) else { throw ShardError(text: text) }
    return shard
  }
}

/// An environment variable whose value does not describe a part of a search.
struct ShardError: Error, CustomStringConvertible {
  let text: String

  var description: String {
    """
    \(Shard.variable)="\(text)" names no part of a search, so nothing was explored. Write which part, from 1, and how \
    many there are: 2/8 for the second of eight.
    """
  }
}
