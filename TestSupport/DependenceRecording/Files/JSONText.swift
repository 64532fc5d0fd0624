import Foundation

/// A JSON value in text form, without white space outside strings, for example `{"id":1}`.
///
/// Recordings store values as text because their Swift types are unknown until the test makes the
/// recorded calls.
///
/// Values are compared byte by byte, because a service may distinguish strings that differ only in
/// their Unicode normalization, even though Swift considers them equal.
struct JSONText: Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  /// Encodes a value as JSON. Object keys and the elements of sets and dictionaries are sorted so
  /// that equal values have equal text.
  init(encoding value: some Encodable) throws {
    text = String(decoding: try JSONCoding.encoder.encode(value.inFixedOrder), as: UTF8.self)
  }

  static let null = JSONText("null")

  var data: Data { Data(text.utf8) }

  /// Returns a JSON array with the given elements.
  static func array(_ values: [JSONText]) -> JSONText {
    JSONText("[" + values.map(\.text).joined(separator: ",") + "]")
  }

  /// Returns a JSON object with the given members, sorted by the bytes of their keys.
  static func object(_ members: [(key: String, value: JSONText)]) -> JSONText {
    let members = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    let texts = members.map { string($0.key).text + ":" + $0.value.text }
    return JSONText("{" + texts.joined(separator: ",") + "}")
  }

  static func string(_ value: String) -> JSONText {
    let isPlain = value.utf8.allSatisfy { $0 >= .space && $0 != .quote && $0 != .backslash }
    if isPlain { return JSONText("\"" + value + "\"") }
    // Encoding a string cannot fail, because every Swift string can be represented in JSON.
    return (try? JSONText(encoding: value)) ?? null
  }

  /// The Swift string that this JSON string represents, or `nil` if this JSON value is not a
  /// string.
  var string: String? { try? JSONCoding.decoder.decode(String.self, from: data) }
}

extension JSONText: Hashable, Comparable {
  static func == (left: JSONText, right: JSONText) -> Bool {
    left.text.hasSameBytes(as: right.text)
  }

  static func < (left: JSONText, right: JSONText) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  // Strings with the same bytes are equal, so they have the same hash value.
  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension String {
  /// Returns `true` if both strings consist of the same bytes. The operator `==`, in contrast, also
  /// returns `true` for strings that are only canonically equivalent under Unicode.
  func hasSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count && Data(utf8) == Data(other.utf8)
  }
}

/// The JSON encoder and decoder for recorded values. They also support infinity and NaN, and store
/// data that is valid UTF-8 as text.
enum JSONCoding {
  static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "infinity",
      negativeInfinity: "-infinity",
      nan: "nan"
    )
    encoder.dataEncodingStrategy = .custom { data, encoder in
      try RecordedData(data: data).encode(to: encoder)
    }
    return encoder
  }()

  static let decoder: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "infinity",
      negativeInfinity: "-infinity",
      nan: "nan"
    )
    decoder.dataDecodingStrategy = .custom { try RecordedData(from: $0).data }
    return decoder
  }()
}

/// A wrapper that determines how `Data` is stored in a recording. Valid UTF-8 is stored as text, so
/// that people can review it and secrets in it can be replaced. Other data is encoded as Base64.
struct RecordedData: Codable {
  private enum CodingKeys: CodingKey, CaseIterable { case base64, utf8 }

  static let keys = CodingKeys.allCases.map(\.stringValue)

  let data: Data

  init(data: Data) { self.data = data }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let text = try container.decodeIfPresent(String.self, forKey: .utf8) {
      data = Data(text.utf8)
    } else if let data = Data(base64Encoded: try container.decode(String.self, forKey: .base64)) {
      self.data = data
    } else {
      throw DecodingError.dataCorruptedError(
        forKey: .base64,
        in: container,
        debugDescription: "The string is not valid Base64."
      )
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if let text = String(validating: data, as: UTF8.self) {
      try container.encode(text, forKey: .utf8)
    } else {
      try container.encode(data.base64EncodedString(), forKey: .base64)
    }
  }
}

// MARK: - Layout

extension JSONText {
  /// The JSON as indented text, with each object member and array element on its own line.
  var formatted: String {
    var output: [UInt8] = []
    var depth = 0
    var (isInString, isEscaped) = (false, false)
    func breakLine() {
      output.append(.newline)
      output.append(contentsOf: repeatElement(.space, count: 2 * depth))
    }
    for byte in text.utf8 {
      let isFirst = !isInString && (output.last == .leftBrace || output.last == .leftBracket)
      let isEnd = !isInString && (byte == .rightBrace || byte == .rightBracket)
      if isEnd { depth -= 1 }
      // An empty object or array stays on one line.
      if isFirst != isEnd { breakLine() }
      output.append(byte)
      if byte == .quote, !isEscaped { isInString.toggle() }
      isEscaped = byte == .backslash && !isEscaped
      if isInString { continue }
      switch byte {
      case .leftBrace, .leftBracket: depth += 1
      case .comma: breakLine()
      case .colon: output.append(.space)
      default: break
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}

extension UInt8 {
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let leftBrace = UInt8(ascii: "{")
  static let rightBrace = UInt8(ascii: "}")
  static let leftBracket = UInt8(ascii: "[")
  static let rightBracket = UInt8(ascii: "]")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let space = UInt8(ascii: " ")
  static let newline = UInt8(ascii: "\n")
}
