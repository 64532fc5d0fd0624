/// A pattern for endpoints: one by its name, `"APIClient.fetch"`, or many, `"APIClient.*"`.
///
/// A `*` stands for any number of characters.
public struct EndpointPattern: Sendable, Hashable, ExpressibleByStringLiteral {
  private let text: String

  /// Every endpoint.
  public static let any: EndpointPattern = "*"

  /// The endpoints that `text` names.
  public init(_ text: String) { self.text = text }

  /// The endpoints that the literal names.
  public init(stringLiteral text: String) { self.init(text) }

  /// True if the pattern fits `endpoint`.
  ///
  /// - Complexity: O(*n*), for each `*`.
  public func matches(_ endpoint: String) -> Bool {
    var parts = text.split(separator: "*", omittingEmptySubsequences: false)[...]
    guard parts.count > 1 else { return text == endpoint }
    guard let first = parts.popFirst(), let last = parts.popLast(), endpoint.hasPrefix(first)
    else { return false }
    var rest = endpoint.dropFirst(first.count)
    for part in parts where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}

extension EndpointPattern: CustomStringConvertible {
  /// The pattern as it was written.
  public var description: String { self == .any ? "any endpoint" : text }
}
