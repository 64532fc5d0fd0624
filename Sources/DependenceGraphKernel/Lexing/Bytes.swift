extension UInt8 {
  package static var newline: UInt8 { 10 }
  static var quote: UInt8 { UInt8(ascii: "\"") }
  static var hash: UInt8 { UInt8(ascii: "#") }
  static var slash: UInt8 { UInt8(ascii: "/") }
  static var star: UInt8 { UInt8(ascii: "*") }
  static var backslash: UInt8 { UInt8(ascii: "\\") }

  /// Whether this byte can be part of an identifier or a number. All bytes outside the ASCII range
  /// are accepted, because they may encode letters.
  package var isIdentifierByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 128...:
      true
    default: false
    }
  }
}

extension String {
  /// Whether this string consists only of printable ASCII characters.
  package var isPlain: Bool { utf8.allSatisfy { (32..<127).contains($0) } }

  /// Returns `true` if this string contains any of the given ASCII characters.
  package func contains(anyOf bytes: StaticString) -> Bool {
    utf8.contains { byte in (0..<bytes.utf8CodeUnitCount).contains { bytes.utf8Start[$0] == byte } }
  }
}
