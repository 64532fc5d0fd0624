import Dependence

/// A part of a search, so that several processes share it.
struct Shard: Sendable, Hashable {
  /// The environment variable that says which part of each search this process makes, such as `2/8`.
  static let variable = "DEPENDENCE_SHARD"

  let number: Int
  let count: Int

  static let whole = Shard(number: 1, count: 1)

  /// The places, of so many, that are this part's own: neighbours, and as many as in any other part, or one more.
  func places(of total: Int) -> Range<Int> {
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

  // Not a sign, nor anything else that the initialiser of `Int` would take.
  private static func number(_ text: Substring) -> Int? {
    guard text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(text).flatMap { $0 > 0 ? $0 : nil }
  }

  /// The part that the environment asks for: the whole if it asks for none.
  static func fromEnvironment() throws(ShardError) -> Shard {
    guard let text = System.environmentVariable(variable) else { return .whole }
    guard let shard = Shard(text) else { throw ShardError(text: text) }
    return shard
  }
}

/// A value of the environment variable that names no part of a search.
struct ShardError: Error, CustomStringConvertible {
  let text: String

  var description: String {
    """
    \(Shard.variable)="\(text)" names no part of a search, so nothing was explored. Write which part, from 1, and how \
    many there are: 2/8 for the second of eight.
    """
  }
}
