extension ReplayToken {
  /// The version of the text that is written and read here.
  static let version = 1

  /// Reads a token, in lower or in upper case.
  ///
  /// - Throws: What is wrong with the text, and what to do.
  public init(_ text: String) throws(ReplayTokenError) {
    let word = text.lowercased()
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard let version = Self.version(of: parts[0]) else { throw .noToken(text) }
    let body = parts.dropLast().joined(separator: "-")
    guard parts[parts.count - 1] == body.checksum.hex else { throw .mistyped(text) }
    guard version == Self.version else { throw .otherVersion(text, version) }
    // What reads a word in a lenient way writes another one.
    guard let token = Self(parts: parts.dropLast()), token.description == word else {
      throw .mistyped(text)
    }
    self = token
  }

  private init?(parts: ArraySlice<Substring>) {
    guard let kind = parts.first?.last, let content = parts.dropFirst().first else { return nil }
    var fingerprint: UInt32?
    if let hex = parts.dropFirst(2).first {
      guard let number = UInt32(hex, radix: 16) else { return nil }
      fingerprint = number
    }
    switch kind {
    case "s":
      guard let seed = UInt64(content) else { return nil }
      self.init(seed: seed, fingerprint: fingerprint)
    case "c":
      guard let choices = ChoiceText.choices(in: content) else { return nil }
      self.init(choices: choices, fingerprint: fingerprint)
    default:
      return nil
    }
  }

  /// What all versions have in common: they begin with digits and a letter, and end with a checksum.
  private static func version(of part: Substring) -> Int? {
    guard let kind = part.last, kind.isASCII, kind.isLetter else { return nil }
    let digits = part.dropLast()
    return digits.allSatisfy { $0.isASCII && $0.isNumber } ? Int(digits) : nil
  }
}

extension ReplayToken: CustomStringConvertible {
  /// The token as a word, such as `1s-42-75cd`.
  public var description: String {
    var body =
      switch form {
      case .seed(let seed): "\(Self.version)s-\(seed)"
      case .choices(let choices): "\(Self.version)c-\(ChoiceText.text(of: choices))"
      }
    if let fingerprint { body += "-\(fingerprint.hex)" }
    return "\(body)-\(body.checksum.hex)"
  }
}

extension FixedWidthInteger {
  /// All its hexadecimal digits.
  var hex: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
  }
}

extension String {
  /// CRC-16 (polynomial 0x1021, from 0xffff): two characters in the wrong order or a wrong one always
  /// change it.
  var checksum: UInt16 {
    var remainder: UInt16 = 0xffff
    for byte in utf8 {
      remainder ^= UInt16(byte) << 8
      for _ in 0..<8 {
        remainder = remainder << 1 ^ (remainder & 0x8000 == 0 ? 0 : 0x1021)
      }
    }
    return remainder
  }
}
