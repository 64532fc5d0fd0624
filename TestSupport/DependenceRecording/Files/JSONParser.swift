/// A JSON parser for recording files. It returns the recorded arguments and results as JSON text,
/// without decoding them.
///
/// `JSONDecoder` is not suitable, because it needs the Swift types of arguments and results, which
/// are unknown until the test makes the calls. In addition, its errors have no line numbers.
struct JSONParser {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The number of the line that contains the next byte, starting at 1.
  ///
  /// - Complexity: O(*n*), where *n* is the number of preceding bytes. Use this property only for
  ///   error messages.
  var line: Int { bytes[..<index].count { $0 == .newline } + 1 }

  /// Reads a JSON object. Calls `body` with each key, and expects `body` to read the value of that
  /// key from the parser.
  mutating func object(_ body: (_ key: String, inout JSONParser) throws -> Void) throws {
    try list(from: .leftBrace, to: .rightBrace, of: "an object") { parser in
      let key = try parser.string()
      try parser.expect(.colon, "a colon after the key \"\(key)\"")
      try body(key, &parser)
    }
  }

  /// Reads a JSON array. Calls `body` once for each element, and expects `body` to read the element
  /// from the parser.
  mutating func array(_ body: (inout JSONParser) throws -> Void) throws {
    try list(from: .leftBracket, to: .rightBracket, of: "an array", body)
  }

  /// Reads a JSON value of any kind, and returns its text without white space.
  mutating func value() throws -> JSONText {
    var output: [UInt8] = []
    try copyValue(to: &output)
    return JSONText(bytes: output)
  }

  mutating func string() throws -> String {
    skipSpace()
    guard peek == .quote else { throw error("a string was expected") }
    let start = self
    guard let string = try value().string else {
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

  /// Throws an error if the rest of the file contains anything other than white space.
  mutating func end() throws {
    skipSpace()
    if index < bytes.count { throw error("there is text after the end of the recording") }
  }

  /// The first byte of the next JSON value, or `nil` at the end of the file.
  var nextByte: UInt8? {
    mutating get {
      skipSpace()
      return peek
    }
  }

  /// Creates an error that contains the current line number and the given description of the
  /// problem.
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

  private mutating func copyValue(to output: inout [UInt8]) throws {
    skipSpace()
    switch peek {
    case .leftBrace:
      output.append(.leftBrace)
      try list(from: .leftBrace, to: .rightBrace, of: "an object") { parser in
        if output.last != .leftBrace { output.append(.comma) }
        guard parser.peek == .quote else { throw parser.error("a key was expected") }
        try parser.copyString(to: &output)
        try parser.expect(.colon, "a colon")
        output.append(.colon)
        try parser.copyValue(to: &output)
      }
      output.append(.rightBrace)
    case .leftBracket:
      output.append(.leftBracket)
      try array { parser in
        if output.last != .leftBracket { output.append(.comma) }
        try parser.copyValue(to: &output)
      }
      output.append(.rightBracket)
    case .quote: try copyString(to: &output)
    default: try copyLiteral(to: &output)
    }
  }

  private mutating func copyString(to output: inout [UInt8]) throws {
    let start = index
    index += 1
    while let byte = peek, byte != .quote {
      if byte < .space { throw error("a string is not closed on its line") }
      index = min(index + (byte == .backslash ? 2 : 1), bytes.count)
    }
    guard peek == .quote else { throw error("a string is not closed") }
    index += 1
    output.append(contentsOf: bytes[start..<index])
  }

  /// Reads a number, `true`, `false` or `null`, and appends its text to `output`.
  private mutating func copyLiteral(to output: inout [UInt8]) throws {
    let start = index
    while let byte = peek, byte.isPartOfLiteral { index += 1 }
    let literal = String(decoding: bytes[start..<index], as: UTF8.self)
    guard ["true", "false", "null"].contains(literal) || Double(literal) != nil else {
      index = start
      throw error(start == bytes.count ? "the file ends too early" : "a value was expected")
    }
    output.append(contentsOf: bytes[start..<index])
  }
}

extension UInt8 {
  fileprivate var isPartOfLiteral: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): true
    default: false
    }
  }
}

/// The error thrown when a file does not contain a valid recording.
struct RecordingFileError: Error {
  let line: Int
  let problem: String
}
