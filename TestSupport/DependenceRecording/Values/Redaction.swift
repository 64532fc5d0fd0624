import Dependence

/// The rules for replacing secrets in the strings of a recording.
struct Redaction: Sendable {
  /// A closure that returns the text to store for a string in a recording. Its first argument is
  /// the key of the innermost JSON object member that contains the string, such as `"token"` for
  /// the string `"abc"` in `{"token": "abc"}`. The key is empty if there is no such member.
  typealias Replacement = @Sendable (_ name: String, _ value: String) -> String

  static let placeholder = "REDACTED"
  /// The names of the HTTP headers that contain credentials, in lowercase. The values of these
  /// headers are always replaced.
  private static let credentials: Set = [
    "authorization", "cookie", "proxy-authorization", "set-cookie",
  ]

  private var replacements: [Replacement]

  init(_ replacement: Replacement?) { replacements = replacement.map { [$0] } ?? [] }

  /// Adds the rules of another redaction, which are applied after the existing ones.
  mutating func add(_ other: Redaction) { replacements += other.replacements }

  /// Returns a copy of a JSON value in which secrets are replaced.
  func redact(_ json: JSONText) -> JSONText {
    // Parsing cannot fail, because the text comes from a JSON encoder. If parsing failed anyway,
    // the text might contain a secret, so replace the whole text in that case.
    (try? redacting(json)) ?? .string(Self.placeholder)
  }

  private func redacting(_ json: JSONText) throws -> JSONText {
    // Without custom replacements, only the values of certain object members are replaced. JSON
    // that does not contain an object is therefore returned unchanged.
    guard !replacements.isEmpty || json.text.utf8.contains(.leftBrace) else { return json }
    var parser = JSONParser(Array(json.text.utf8))
    return try parser.value { name, value in
      if Self.credentials.contains(name.lowercased()) { return Self.placeholder }
      return replacements.reduce(value) { $1(name, $0) }
    }
  }
}

/// The values of environment variables whose names suggest a secret, such as `API_TOKEN`. A
/// recording must not contain these values.
struct EnvironmentSecrets: Sendable {
  /// The minimum number of characters in a secret. Shorter values, such as "1" or "yes", may appear
  /// in a recording by coincidence.
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

  /// Returns the name of an environment variable whose secret value appears in `text`, or `nil` if
  /// `text` contains no secret.
  func name(foundIn text: String) -> String? {
    values.first { _, value in
      // The text of a recording is JSON, which escapes some characters, so search for the escaped
      // form of the secret as well.
      text.contains(value) || text.contains(JSONText.string(value).text.dropFirst().dropLast())
    }?.name
  }
}
