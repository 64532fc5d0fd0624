extension ReplayToken {
  /// The version of the token format that this library writes and reads.
  static let version = 1

  /// Creates a token from its text. Uppercase and lowercase letters are treated as equal.
  ///
  /// - Throws: A ``ReplayTokenError`` if the text is not a valid token.
  public init(_ text: String) throws(ReplayTokenError) {
    let lowercased = text.lowercased()
    let parts = lowercased.split(separator: "-", omittingEmptySubsequences: false)
    guard let version = Self.version(of: parts[0]) else { throw .noToken(text) }
    let body = parts.dropLast().joined(separator: "-")
    guard parts[parts.count - 1] == body.checksum.hex else { throw .mistyped(text) }
    guard version == Self.version else { throw .otherVersion(text, version) }
    // The parser also accepts some strings that `description` never returns, such as numbers with
    // leading zeros. Comparing with `description` rejects these strings.
    guard let token = Self(parts: parts.dropLast()), token.description == lowercased else {
      throw .mistyped(text)
    }
    self = token
  }

  private init?(parts: ArraySlice<Substring>) {
    guard let kind = parts.first?.last, let content = parts.dropFirst().first else { return nil }
    switch kind {
    case "s", "o", "p":
      guard let (seed, strategy) = Self.sample(kind, content) else { return nil }
      self.init(seed: seed, strategy)
    case "c", "t":
      let fingerprint = parts.dropFirst(2).first.flatMap { UInt32($0, radix: 16) }
      guard let choices = try? ChoiceText.choices(in: content) else { return nil }
      self.init(choices: choices, fingerprint: fingerprint, advancesTimeAnytime: kind == "t")
    default:
      return nil
    }
  }

  /// Parses the seed and the strategy of a token. For example, `s-42` is a random walk with the
  /// seed 42, `o-42` is partial-order sampling, and `p-42.3.57` is probabilistic concurrency
  /// testing (PCT) with a depth of 3 and a length of 57 choices.
  private static func sample(_ kind: Character, _ content: Substring) -> (UInt64, Strategy)? {
    let numbers = content.split(separator: ".", omittingEmptySubsequences: false)
    guard let seed = UInt64(numbers[0]) else { return nil }
    switch (kind, numbers.count) {
    case ("s", 1): return (seed, .randomWalk)
    case ("o", 1): return (seed, .partialOrderSampling)
    case ("p", 3):
      guard let depth = Int(numbers[1]), let length = Int(numbers[2]),
        (1...1_000).contains(depth), (1...1 << 32).contains(length)
      else { return nil }
      return (seed, .pct(depth: depth, length: length))
    default: return nil
    }
  }

  /// Returns the reason that a text which looks like a token is not a valid one. In a message, the
  /// reason follows the word "because".
  static func flaw(in text: String) -> String {
    let isPartOfToken: (Character) -> Bool = {
      $0.isASCII && ($0.isLetter || $0.isNumber) || "-.".contains($0)
    }
    if let other = text.first(where: { !isPartOfToken($0) }) {
      return "it contains \(String(other).debugDescription), which no token contains"
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let checksum = parts[parts.count - 1]
    guard parts.count > 2, checksum.count == 4, checksum.allSatisfy(\.isHexDigit) else {
      return "it does not end with a checksum of four hexadecimal digits"
    }
    guard parts.dropLast().joined(separator: "-").lowercased().checksum.hex == checksum.lowercased()
    else {
      let mismatch = "its checksum \"\(checksum)\" does not match the rest of the token"
      guard let version = version(of: parts[0]), version != Self.version else { return mismatch }
      return "\(mismatch) and its version is \(version), which this library cannot read"
    }
    if "cCtT".contains(parts[0].suffix(1)) {
      do throws(ChoiceText.Flaw) {
        _ = try ChoiceText.choices(in: parts[1].lowercased()[...])
      } catch {
        if error == .tooLong { return "it contains more than \(ChoiceText.limit) choices" }
      }
    }
    return "no run prints a token with these contents, although its checksum is right"
  }

  private static func version(of part: Substring) -> Int? {
    guard let kind = part.last, kind.isASCII, kind.isLetter else { return nil }
    let digits = part.dropLast()
    return digits.allSatisfy { $0.isASCII && $0.isNumber } ? Int(digits) : nil
  }
}

extension ReplayToken: CustomStringConvertible {
  /// The text of the token, such as `1s-42-75cd`.
  public var description: String {
    let body =
      switch form {
      case .seed(let seed, .randomWalk): "\(Self.version)s-\(seed)"
      case .seed(let seed, .partialOrderSampling): "\(Self.version)o-\(seed)"
      case .seed(let seed, .pct(let depth, let length)):
        "\(Self.version)p-\(seed).\(depth).\(length)"
      case .choices(let choices, let fingerprint, let advancesTimeAnytime):
        """
        \(Self.version)\(advancesTimeAnytime ? "t" : "c")-\(ChoiceText.text(of: choices))\
        \(fingerprint.map { "-\($0.hex)" } ?? "")
        """
      }
    return "\(body)-\(body.checksum.hex)"
  }
}

extension FixedWidthInteger {
  var hex: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
  }
}

/// The CRC-16 checksum of a text (polynomial 0x1021, initial value 0xffff). It detects every error
/// in a single character and every swap of two adjacent characters.
struct Checksum: Sendable {
  private(set) var value: UInt16 = 0xffff

  mutating func add<Bytes: Sequence<UInt8>>(_ bytes: Bytes) {
    for byte in bytes {
      // This is equivalent to a division of the byte's eight bits by the polynomial.
      var bits = UInt16(byte) ^ value >> 8
      bits ^= bits >> 4
      value = value << 8 ^ bits << 12 ^ bits << 5 ^ bits
    }
  }
}

extension String {
  var checksum: UInt16 {
    var checksum = Checksum()
    checksum.add(utf8)
    return checksum.value
  }
}
