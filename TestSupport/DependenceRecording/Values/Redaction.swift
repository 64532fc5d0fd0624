import Dependence

/// The rules for replacing secrets in a recording's strings.
struct Redaction: Sendable {
  /// A closure that returns the text to store for a string in a recording. Its first argument is
  /// the key of the innermost JSON object member that contains the string, such as `"token"` for
  /// the string `"abc"` in `{"token": "abc"}`. The key is empty if there is no such member. If the
  /// string itself contains JSON, the closure is called for the string and for the strings in it.
  typealias Replacement = @Sendable (_ name: String, _ value: String) -> String

  static let placeholder = "REDACTED"
  /// The lowercase names of the HTTP headers that contain credentials. Their values are always
  /// replaced.
  private static let credentials: Set = [
    "authorization", "cookie", "proxy-authorization", "set-cookie",
  ]
  private static let credentialLengths = 6...19

  /// Whether `name` is the name of a header whose value is always replaced. Case is ignored.
  static func isCredential(_ name: String) -> Bool {
    credentialLengths.contains(name.utf8.count) && credentials.contains(name.lowercased())
  }

  private var replacements: [Replacement]

  init(_ replacement: Replacement?) { replacements = replacement.map { [$0] } ?? [] }

  /// Whether there are rules in addition to those for headers that contain credentials.
  var hasCustomRules: Bool { !replacements.isEmpty }

  /// Adds another redaction's rules, which are applied after the existing ones.
  mutating func add(_ other: Redaction) { replacements += other.replacements }

  /// Returns a copy of a JSON value with its secrets replaced.
  ///
  /// - Throws: ``UnrecordableType`` if secrets may remain in the value, because it is nested too
  ///   deeply, or because a string in it begins like JSON but cannot be parsed.
  func redact(_ json: JSONText) throws(UnrecordableType) -> JSONText {
    do {
      return try redacting(json)
    } catch let error as UnrecordableType {
      throw error
    } catch {
      throw UnrecordableType(unparsed: (error as? RecordingFileError)?.problem ?? "\(error)")
    }
  }

  private func redacting(_ json: JSONText) throws -> JSONText {
    // Without custom rules, only the values of headers with credentials are replaced. Such a header
    // is part of an object or of an array with several elements, so return other JSON unchanged.
    let hasParts = json.text.utf8.contains { $0 == .leftBrace || $0 == .comma }
    guard !replacements.isEmpty || hasParts else { return json }
    var parser = JSONParser(Array(json.text.utf8))
    return try parser.value(replacing: redact)
  }

  private func redact(_ name: String, _ value: String) throws -> String {
    if Self.isCredential(name) { return Self.placeholder }
    let text = replacements.reduce(value) { $1(name, $0) }
    // If the string begins like JSON but cannot be parsed, the custom rules cannot be applied to
    // the strings in it, which is an error. The error is unnecessary if a rule has changed the
    // string, because the author of the rule has then considered the string as a whole.
    let isUnchecked = hasCustomRules && text.hasSameBytes(as: value)
    return try redactedJSON(in: text, mustBeValid: isUnchecked) ?? text
  }

  private static let byteOrderMark = "\u{FEFF}"

  /// Replaces secrets in a string that contains a JSON object or array, such as the body of an HTTP
  /// response. Returns `nil` if the string contains something else, or if no secrets were found.
  ///
  /// - Parameter mustBeValid: Whether to throw an error if the string begins like JSON but cannot
  ///   be parsed. JSON that is nested too deeply always causes an error.
  private func redactedJSON(in text: String, mustBeValid: Bool) throws -> String? {
    // Compare Unicode scalars, because a byte order mark and the scalar after it can form a single
    // `Character`.
    let hasMark = text.unicodeScalars.first == Self.byteOrderMark.unicodeScalars.first
    let mark = hasMark ? Self.byteOrderMark : ""
    let bytes = Array(text.utf8.dropFirst(mark.utf8.count))
    let start = JSONParser(bytes, allowsRepeatedKeys: true)
    var (original, parser) = (start, start)
    guard let first = original.nextByte, first == .leftBrace || first == .leftBracket else {
      return nil
    }
    let unchanged: JSONText
    do {
      unchanged = try original.value()
      try original.end()
    } catch {
      guard mustBeValid || original.isTooDeep, start.beginsLikeJSON else { return nil }
      throw UnrecordableType(unparsed: (error as? RecordingFileError)?.problem ?? "\(error)")
    }
    let redacted = try parser.value(replacing: redact)
    return redacted == unchanged ? nil : mark + redacted.text
  }
}

extension JSONParser {
  /// Whether the text begins with an object that has a key, or with an array whose first element is
  /// a string, an object or an array. Other text that begins with a bracket is often not JSON, such
  /// as the line `[info] ready` of a log.
  fileprivate var beginsLikeJSON: Bool {
    var parser = self
    let first = parser.skipByte()
    let second = parser.nextByte
    if second == .quote { return true }
    return first == .leftBracket && (second == .leftBrace || second == .leftBracket)
  }
}
