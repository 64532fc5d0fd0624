/// Writes XML.
enum Markup {
  /// An element with some markup in it.
  static func element(
    _ name: String,
    _ attributes: KeyValuePairs<String, any CustomStringConvertible> = [:],
    _ content: String = ""
  ) -> String {
    let attributes = attributes.map { " \($0)=\"\(escape($1.description))\"" }.joined()
    if content.isEmpty { return "<\(name)\(attributes)/>\n" }
    return "<\(name)\(attributes)>\(content)</\(name)>\n"
  }

  /// An element with some text in it.
  static func text(
    _ name: String,
    _ attributes: KeyValuePairs<String, any CustomStringConvertible> = [:],
    _ text: String
  ) -> String {
    element(name, attributes, escape(text))
  }

  private static let special = Array("&<>\"".utf8)

  private static func escape(_ text: String) -> String {
    // Most of what is written are numbers.
    guard text.utf8.contains(where: special.contains) else { return text }
    return text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}
