/// A JSON parser for recording files. It returns the recorded arguments and results as JSON text,
/// without decoding them.
///
/// `JSONDecoder` is not suitable because it needs the Swift types of the values, which are unknown
/// until the test makes the calls. In addition, its errors contain no line numbers.
struct JSONParser {
  private let bytes: [UInt8]
  private let allowsRepeatedKeys: Bool
  private var index = 0
  /// Whether a value was nested too deeply to be parsed.
  private(set) var isTooDeep = false
  /// The number of arrays and objects that contain the next byte.
  private var depth = 0
  /// The maximum number of nested arrays and objects. The limit prevents a stack overflow, and is
  /// the same as that of `JSONDecoder`.
  private static let maximumDepth = 512

  /// - Parameter allowsRepeatedKeys: Whether an object may contain a key several times. A recording
  ///   file may not, because one of the values would be lost. Text from a service may.
  init(_ bytes: [UInt8], allowsRepeatedKeys: Bool = false) {
    (self.bytes, self.allowsRepeatedKeys) = (bytes, allowsRepeatedKeys)
  }

  /// The line number of the next byte, starting at 1.
  ///
  /// - Complexity: O(*n*), where *n* is the number of preceding bytes. Use this property only for
  ///   error messages.
  var line: Int { bytes[..<index].count { $0 == .newline } + 1 }

  /// Reads a JSON object, calling `body` with each key. `body` must read that key's value from the
  /// parser. Throws an error if a key is repeated, unless the parser allows that.
  mutating func object(_ body: (_ key: String, inout JSONParser) throws -> Void) throws {
    var keys: Set<JSONText> = []
    let allowsRepeatedKeys = allowsRepeatedKeys
    try list(from: .leftBrace, to: .rightBrace, of: "an object") { parser in
      let start = parser
      let key = try parser.string()
      guard keys.insert(JSONText(key)).inserted || allowsRepeatedKeys else {
        throw start.error("the key \"\(key)\" is repeated")
      }
      try parser.expect(.colon, "a colon after the key \"\(key)\"")
      try body(key, &parser)
    }
  }

  /// Reads a JSON array, calling `body` once for each element. `body` must read the element from
  /// the parser.
  mutating func array(_ body: (inout JSONParser) throws -> Void) throws {
    try list(from: .leftBracket, to: .rightBracket, of: "an array", body)
  }

  /// Reads any JSON value, and returns it in its recorded form: without white space, with sorted
  /// keys, and with escape sequences only where they are necessary.
  ///
  /// - Parameters:
  ///   - name: The key of the innermost JSON object member that contains the value, or an empty
  ///     string if there is none. For a string that represents a `Data` value, this is the key of
  ///     the member that contains the `Data`: see ``isAtLastString``.
  ///   - replacement: A closure that returns the text to use in place of a string. Its arguments
  ///     are the key of the member that contains the string, and the string. For the value of a
  ///     header with credentials, the key is the header's name. This also applies if the name and
  ///     the value are stored as the members `name` and `value` of an object, or as neighbors in an
  ///     array. The closure is not called for object keys.
  mutating func value(
    as name: String = "",
    replacing replacement: (_ name: String, _ value: String) throws -> String = { $1 }
  ) throws -> JSONText {
    switch nextByte {
    case .leftBrace:
      let start = self
      lazy var header = start.headerName
      var members: [(key: String, value: JSONText)] = []
      try object { key, parser in
        // A `Data` value is recorded as an object with a single member, whose key is `utf8` or
        // `base64`. That key does not describe the data, so pass the enclosing member's key
        // instead.
        let isData = members.isEmpty && RecordedData.keys.contains(key) && parser.isAtLastString
        let header = key.lowercased() == "value" ? header : nil
        let name = header ?? (isData ? name : key)
        members.append((key, try parser.value(as: name, replacing: replacement)))
      }
      return .object(members)
    case .leftBracket:
      let start = self
      lazy var hasPairs = start.elementCount.isMultiple(of: 2)
      var elements: [JSONText] = []
      var header: String?
      try array { parser in
        let name = header.flatMap { hasPairs ? $0 : nil } ?? name
        // Swift encodes a dictionary whose keys are not strings as an array of alternating keys and
        // values. The elements at even positions may therefore be keys.
        header = elements.count.isMultiple(of: 2) ? parser.nextCredentialName : nil
        elements.append(try parser.value(as: name, replacing: replacement))
      }
      return .array(elements)
    case .quote: return .string(try replacement(name, try string()))
    default: return try literal()
    }
  }

  /// The name of a header with credentials, if the next object represents such a header. The object
  /// then has a member `name` or `key` with the header's name, and a member `value`. If it does not
  /// represent such a header, the property is `nil`.
  ///
  /// The name is determined before the value is read. Otherwise, the value would have to be read
  /// again once the name was known, and the time would double with each level of nested headers.
  private var headerName: String? {
    var (parser, header) = (self, String?.none)
    try? parser.object { key, parser in
      if ["name", "key"].contains(key.lowercased()) {
        header = parser.nextCredentialName ?? header
      }
      try parser.skipValue()
    }
    return header
  }

  /// The number of elements in the next array.
  private var elementCount: Int {
    var (parser, count) = (self, 0)
    try? parser.array { parser in
      try parser.skipValue()
      count += 1
    }
    return count
  }

  /// Reads any JSON value and ignores it.
  mutating func skipValue() throws {
    switch nextByte {
    case .leftBrace: try object { try $1.skipValue() }
    case .leftBracket: try array { try $0.skipValue() }
    case .quote: _ = try string()
    default: _ = try literal()
    }
  }

  /// The next value, if it is a string that is the name of a header with credentials, or `nil`
  /// otherwise.
  private var nextCredentialName: String? {
    var parser = self
    guard parser.nextByte == .quote, let text = try? parser.string() else { return nil }
    return Redaction.isCredential(text) ? text : nil
  }

  /// Whether the next value is a string and the last value in its object, as in the object that
  /// represents `Data`.
  private var isAtLastString: Bool {
    var parser = self
    return (try? parser.string()) != nil && parser.nextByte == .rightBrace
  }

  mutating func string() throws -> String {
    skipSpace()
    guard peek == .quote else { throw error("a string was expected") }
    let start = self
    var isEscaped = false
    index += 1
    while let byte = peek, byte != .quote {
      if byte < .space { throw error("a string is not closed on its line") }
      if byte == .backslash { isEscaped = true }
      index = min(index + (byte == .backslash ? 2 : 1), bytes.count)
    }
    guard peek == .quote else { throw error("a string is not closed") }
    index += 1
    // Remove the quotes from the bytes, not from a string, because in a string, a quote and a
    // combining character that follows it form a single `Character`.
    let content = bytes[start.index + 1..<index - 1]
    guard let text = String(validating: content, as: UTF8.self) else {
      throw start.error("a string is not valid UTF-8")
    }
    if !isEscaped { return text }
    guard let string = JSONText("\"" + text + "\"").string else {
      throw start.error("a string has an invalid escape sequence")
    }
    return string
  }

  mutating func integer() throws -> Int {
    let start = self
    guard let number = Int(try value().text) else {
      throw start.error("a whole number was expected")
    }
    return number
  }

  /// Throws an error if the rest of the text contains anything other than white space.
  mutating func end() throws {
    skipSpace()
    if index < bytes.count { throw error("there is text after the end of the JSON") }
  }

  /// The first byte of the next JSON value, or `nil` at the end of the file.
  var nextByte: UInt8? {
    mutating get {
      skipSpace()
      return peek
    }
  }

  /// Skips the first byte of the next JSON value, and returns it.
  mutating func skipByte() -> UInt8? {
    defer { index += 1 }
    return nextByte
  }

  /// Creates an error with the current line number and the given description of the problem.
  func error(_ problem: String) -> RecordingFileError {
    RecordingFileError(line: line, problem: problem)
  }
}

extension JSONParser {
  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = peek, byte == .space || byte == .newline || byte == 9 || byte == 13 {
      index += 1
    }
  }

  private mutating func expect(_ byte: UInt8, _ expectation: String) throws {
    skipSpace()
    guard peek == byte else { throw error("\(expectation) was expected") }
    index += 1
  }

  private mutating func list(
    from start: UInt8,
    to end: UInt8,
    of kind: String,
    _ element: (inout JSONParser) throws -> Void
  ) throws {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      isTooDeep = true
      throw error("arrays and objects are nested more than \(Self.maximumDepth) levels deep")
    }
    try expect(start, kind)
    skipSpace()
    if peek == end {
      index += 1
      return
    }
    while true {
      skipSpace()
      try element(&self)
      skipSpace()
      switch peek {
      case .comma: index += 1
      case end:
        index += 1
        return
      default: throw error("a comma or the end of \(kind) was expected")
      }
    }
  }

  /// Reads a number, `true`, `false` or `null`.
  private mutating func literal() throws -> JSONText {
    let start = index
    // The literal is checked below, so only its end must be found here.
    while let byte = peek, byte > .space, byte != .comma, byte != .rightBrace,
      byte != .rightBracket
    {
      index += 1
    }
    let literal = String(decoding: bytes[start..<index], as: UTF8.self)
    // Check numbers with a regular expression, because Swift's number initializers also accept text
    // that JSON does not allow, such as `nan`, `+1`, `01` and `0x1`.
    let number = /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/
    guard ["true", "false", "null"].contains(literal) || literal.wholeMatch(of: number) != nil
    else {
      index = start
      throw error(start == bytes.count ? "the file ends too early" : "a value was expected")
    }
    return JSONText(literal)
  }
}

/// The error thrown when a file does not contain a valid recording.
struct RecordingFileError: Error {
  let line: Int
  let problem: String
}
