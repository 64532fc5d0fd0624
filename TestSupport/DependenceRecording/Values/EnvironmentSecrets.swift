import Foundation

/// The values of environment variables whose names suggest a secret, such as `API_TOKEN`. A
/// recording must not contain these values.
struct EnvironmentSecrets: Sendable {
  /// The minimum number of characters in a secret. Shorter values, such as "1" or "yes", may appear
  /// in a recording by coincidence.
  private static let minimumLength = 4
  private static let marks = ["TOKEN", "KEY", "SECRET", "PASSWORD"]

  private let values: [(name: String, value: String)]

  init(_ environment: [String: String]) {
    // A variable that was read from a file often ends with a newline, which is not part of the
    // secret.
    let trimmed = environment.mapValues { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    values = trimmed.filter { name, value in
      let name = name.uppercased()
      return value.count >= Self.minimumLength && Self.marks.contains { name.contains($0) }
    }
    .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Returns the name of an environment variable whose secret value appears in the arguments or
  /// responses of `calls`, or `nil` if they contain no secret.
  ///
  /// A secret is also found if it is Base64-encoded or percent-encoded, or if it is inside a string
  /// that contains JSON.
  func name(foundIn calls: [RecordedCall]) -> String? {
    if values.isEmpty { return nil }
    for json in calls.flatMap(\.values) {
      var parser = JSONParser(Array(json.text.utf8))
      var found: String?
      // Parsing cannot fail, because each value was created by the JSON parser or a JSON encoder.
      try? parser.forEachText { text, isKey in found = found ?? name(foundIn: text, isKey: isKey) }
      if let found { return found }
    }
    return nil
  }

  private func name(foundIn text: String, isKey: Bool) -> String? {
    let forms = [text] + Self.decoded(text, maximumDepth: 3)
    return values.first { _, value in
      // Do not report a secret in a JSON key if it consists only of letters. Most keys are property
      // names, so the match is probably a coincidence.
      if isKey, value.allSatisfy(\.isLetter) { return false }
      // Search for bytes, because a search for characters would miss a secret that is followed by a
      // combining character.
      return forms.contains { $0.utf8.contains(value.utf8) }
    }?.name
  }

  /// Decodes `text` as Base64, as percent-encoded text and as JSON, and then decodes each result in
  /// the same ways, up to `maximumDepth` levels deep. Returns all results.
  private static func decoded(_ text: String, maximumDepth: Int) -> [String] {
    if maximumDepth == 0 { return [] }
    let texts = ([text.base64Decoded, text.percentDecoded] + text.textsInJSON).compactMap(\.self)
    return texts + texts.flatMap { decoded($0, maximumDepth: maximumDepth - 1) }
  }
}

extension RecordedCall {
  /// The arguments and the response as JSON values, without the keys and type names that belong
  /// only to the file format.
  fileprivate var values: [JSONText] {
    switch outcome {
    case .returned(let value): [arguments, value]
    case .threw(let failure): [arguments] + failure.values
    case .stream(let stream):
      if case .threw(let failure) = stream.end {
        [arguments] + stream.elements.map(\.value) + failure.values
      } else {
        [arguments] + stream.elements.map(\.value)
      }
    }
  }
}

extension RecordedFailure {
  fileprivate var values: [JSONText] { [.string(description)] + (value.map { [$0] } ?? []) }
}

extension JSONParser {
  /// Reads a JSON value, and calls `body` with each string, number and key in it.
  fileprivate mutating func forEachText(_ body: (_ text: String, _ isKey: Bool) -> Void) throws {
    switch nextByte {
    case .leftBrace:
      try object { key, parser in
        body(key, true)
        try parser.forEachText(body)
      }
    case .leftBracket: try array { try $0.forEachText(body) }
    case .quote: body(try string(), false)
    default:
      let literal = try value().text
      if !["true", "false", "null"].contains(literal) { body(literal, false) }
    }
  }
}

// MARK: - Decoding

extension String {
  /// The text obtained by decoding this string as Base64, or `nil` if the string is not Base64. The
  /// string may use the standard or the URL-safe alphabet, with or without padding.
  fileprivate var base64Decoded: String? {
    var text = replacing("-", with: "+").replacing("_", with: "/")
    while text.last == "=" { text.removeLast() }
    text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    return Data(base64Encoded: text).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The text obtained by decoding percent-encoded characters and replacing plus signs with spaces,
  /// or `nil` if this string contains neither percent signs nor plus signs. A percent sign that is
  /// not followed by two hexadecimal digits is kept.
  fileprivate var percentDecoded: String? {
    let bytes = Array(utf8)
    guard bytes.contains(UInt8(ascii: "%")) || bytes.contains(UInt8(ascii: "+")) else { return nil }
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let digits = bytes[index...].dropFirst().prefix(2)
      if bytes[index] == UInt8(ascii: "%"), digits.count == 2,
        let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        output.append(byte)
        index += 3
      } else {
        output.append(bytes[index] == UInt8(ascii: "+") ? .space : bytes[index])
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The texts obtained by decoding this string as JSON. If the string is valid JSON, they are the
  /// strings, numbers and keys in it. If it is other text with backslashes, there is one text: the
  /// string without the backslashes that escape other characters. Otherwise, the array is empty.
  fileprivate var textsInJSON: [String] {
    var parser = JSONParser(Array(utf8), allowsRepeatedKeys: true)
    var texts: [String] = []
    if let first = parser.nextByte, [.leftBrace, .leftBracket, .quote].contains(first),
      (try? parser.forEachText({ text, _ in texts.append(text) })) != nil,
      (try? parser.end()) != nil
    {
      return texts
    }
    guard utf8.contains(.backslash) else { return [] }
    var output: [UInt8] = []
    var isEscaped = false
    for byte in utf8 {
      isEscaped = byte == .backslash && !isEscaped
      if !isEscaped { output.append(byte) }
    }
    return [String(decoding: output, as: UTF8.self)]
  }
}
