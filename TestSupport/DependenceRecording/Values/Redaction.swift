import Dependence

/// The replacement of secrets in recordings.
struct Redaction: Sendable {
  /// Returns the text that replaces a string in a recording.
  typealias Replacement = @Sendable (_ name: String, _ value: String) -> String

  private static let placeholder = "REDACTED"
  /// The names of headers that contain credentials, in lower case.
  private static let credentials: Set = [
    "authorization", "cookie", "proxy-authorization", "set-cookie",
  ]

  private let replacement: Replacement?

  init(_ replacement: Replacement?) { self.replacement = replacement }

  /// Replaces the strings in a value.
  func redacting(_ json: JSONText) throws -> JSONText {
    // Credentials are members of objects.
    guard replacement != nil || json.text.utf8.contains(.leftBrace) else { return json }
    var parser = JSONParser(Array(json.text.utf8))
    return try parser.redacting(as: "") { name, value in
      if Self.credentials.contains(name.lowercased()) { return Self.placeholder }
      return replacement?(name, value) ?? value
    }
  }
}

extension JSONParser {
  /// Reads a value, and replaces its strings.
  ///
  /// - Parameter name: The key of the innermost object member that contains the value.
  fileprivate mutating func redacting(
    as name: String,
    _ replacement: Redaction.Replacement
  ) throws -> JSONText {
    switch nextByte {
    case .leftBrace:
      var members: [String: JSONText] = [:]
      try object { key, parser in members[key] = try parser.redacting(as: key, replacement) }
      return .object(members)
    case .leftBracket:
      var elements: [JSONText] = []
      try array { elements.append(try $0.redacting(as: name, replacement)) }
      return .array(elements)
    case .quote:
      return .string(replacement(name, try string()))
    default:
      return try value()
    }
  }
}

/// The values of environment variables that no recording may contain.
struct EnvironmentSecrets: Sendable {
  /// Shorter values, such as "1" and "yes", occur in every recording by chance.
  private static let minimumLength = 4
  private static let marks = ["TOKEN", "KEY", "SECRET", "PASSWORD"]

  private let values: [(name: String, value: String)]

  init(_ environment: [String: String]) {
    values = environment.filter { name, value in
      let name = name.uppercased()
      return value.count >= Self.minimumLength && Self.marks.contains { name.contains($0) }
    }
    .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The name of a variable whose value is in a text of JSON, or `nil` if there is none.
  func name(foundIn text: String) -> String? {
    values.first { _, value in
      // In JSON, some characters of the value are escaped.
      text.contains(value) || text.contains(JSONText.string(value).text.dropFirst().dropLast())
    }?.name
  }
}
