/// A pattern for endpoint names, such as `"APIClient.fetch"` for one or `"APIClient.*"` for
/// several.
///
/// A `*` matches any number of characters.
public struct EndpointPattern: Sendable, Hashable, ExpressibleByStringLiteral {
  private let text: String

  /// A pattern that matches every endpoint.
  public static let any: EndpointPattern = "*"

  /// Creates a pattern from a name, which may contain `*`.
  public init(_ text: String) { self.text = text }

  /// Creates a pattern from a string literal, which may contain `*`.
  public init(stringLiteral text: String) { self.init(text) }

  /// Returns `true` if the pattern matches the name `endpoint`.
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
  /// The text of the pattern, or "any endpoint".
  public var description: String { self == .any ? "any endpoint" : text }
}
