/// A pattern that matches the names of client endpoints. For example, `"APIClient.fetch"` matches
/// one endpoint, and `"APIClient.*"` matches all endpoints of a client.
///
/// An asterisk matches any number of characters.
public struct EndpointPattern: Sendable, Hashable, ExpressibleByStringLiteral {
  private let text: String

  /// A pattern that matches every endpoint.
  public static let any: EndpointPattern = "*"

  /// Creates a pattern from text, where `*` matches any number of characters.
  public init(_ text: String) { self.text = text }

  /// Creates a pattern from a string literal, where `*` matches any number of characters.
  public init(stringLiteral text: String) { self.init(text) }

  /// Returns `true` if this pattern matches an endpoint with the given name.
  ///
  /// - Complexity: O(*n*) for each `*` in the pattern, where *n* is the length of the name.
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
  /// The text of the pattern, or "any endpoint" if the pattern is `*`.
  public var description: String { self == .any ? "any endpoint" : text }
}
