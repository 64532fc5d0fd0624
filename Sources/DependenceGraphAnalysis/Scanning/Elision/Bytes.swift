extension UInt8 {
  static var newline: UInt8 { 10 }
  static var quote: UInt8 { UInt8(ascii: "\"") }
  static var hash: UInt8 { UInt8(ascii: "#") }
  static var slash: UInt8 { UInt8(ascii: "/") }
  static var star: UInt8 { UInt8(ascii: "*") }
  static var backslash: UInt8 { UInt8(ascii: "\\") }

  /// Whether this is part of an identifier or a number; every byte of a character beyond ASCII is.
  var isWord: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 128...:
      true
    default: false
    }
  }

  /// Whether this can be glued to a `/` in one operator.
  var isOperator: Bool {
    switch self {
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "="),
      UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "!"), UInt8(ascii: "&"),
      UInt8(ascii: "|"), UInt8(ascii: "^"), UInt8(ascii: "~"), UInt8(ascii: "?"),
      UInt8(ascii: "%"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
