/// A minimal lexer that separates Swift code from literals and comments.
///
/// The lexer stops at code that only a parser can interpret, such as a `/` that may start a regular
/// expression. It does not copy its buffer, so the buffer must outlive the lexer.
struct SourceLexer {
  enum Token {
    case identifier(Range<Int>)
    /// A single byte of code, such as `{`, `(` or `+`, that is not part of an identifier, a number,
    /// a literal or a comment.
    case symbol(UInt8, at: Int)
    case end
    /// The token returned when the lexer stops because it cannot determine where a literal or a
    /// comment ends.
    case lost
  }

  struct Literal {
    let hashes: Int
    let isMultiline: Bool
    /// The number of open parentheses inside the interpolation at the current position, or `nil` if
    /// the position is in the string's text.
    var depth: Int?
  }

  let bytes: UnsafeBufferPointer<UInt8>
  var index = 0
  /// Whether the previous token can end an operand, such as a variable. A `/` after an operand is a
  /// division operator. Elsewhere, it may start a regular expression.
  var isAfterOperand = false
  var literals: [Literal] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    if byte(0) == .hash, byte(1) == UInt8(ascii: "!") { skipLine() }
  }

  mutating func next() -> Token {
    while true {
      if let literal = literals.last, literal.depth == nil {
        guard readText(of: literal) else { return .lost }
        continue
      }
      if index >= bytes.count { return literals.isEmpty ? .end : .lost }
      guard let token = readCode() else { continue }
      if case .lost = token { return .lost }
      if literals.isEmpty { return token }
    }
  }

  func byte(_ offset: Int) -> UInt8 {
    let position = index + offset
    return position >= 0 && position < bytes.count ? bytes[position] : 0
  }

  static let whitespace: [UInt8] = [9, 10, 11, 12, 13, 32]

  private mutating func readCode() -> Token? {
    let start = index
    let first = byte(0)
    if first.isIdentifierByte {
      while byte(0).isIdentifierByte { index += 1 }
      let isShort = (2..<8).contains(index - start)
      isAfterOperand = !isShort || !Self.keywords.contains(text(start..<index))
      return .identifier(start..<index)
    }
    switch first {
    case 9...13, 32:
      index += 1
      return nil
    case .quote: return beginString(hashes: 0)
    case .hash: return readHashes()
    case .slash: return readSlash()
    case UInt8(ascii: "`"):
      index += 1
      while byte(0) != UInt8(ascii: "`") {
        guard index < bytes.count, byte(0) != .newline else { return .lost }
        index += 1
      }
      index += 1
      isAfterOperand = true
      return nil
    case UInt8(ascii: "("):
      if let depth = literals.last?.depth { literals[literals.count - 1].depth = depth + 1 }
    case UInt8(ascii: ")"):
      if let depth = literals.last?.depth {
        index += 1
        literals[literals.count - 1].depth = depth == 0 ? nil : depth - 1
        isAfterOperand = true
        return nil
      }
    default: break
    }
    index += 1
    switch first {
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): isAfterOperand = true
    case UInt8(ascii: "?"), UInt8(ascii: "!"):
      // In `a?` and `a!`, the symbol ends an operand. In `a ? b` and `!a`, it is an operator.
      isAfterOperand = isAfterOperand && !Self.whitespace.contains(byte(-2))
    default: isAfterOperand = false
    }
    return .symbol(first, at: start)
  }

  private static let keywords: Set<String> = [
    "await", "case", "catch", "consume", "copy", "defer", "do", "each", "else", "for", "guard",
    "if", "in", "repeat", "return", "switch", "throw", "try", "where", "while", "yield",
  ]

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  mutating func skipLine() {
    while index < bytes.count, byte(0) != .newline, byte(0) != 13 { index += 1 }
  }

  /// Reads one or more `#` characters. Before a quotation mark, they start a raw string literal.
  /// Before a slash, they start a regular expression, where the lexer stops. Otherwise, they belong
  /// to a directive or a macro and are skipped.
  private mutating func readHashes() -> Token? {
    var count = 0
    while byte(count) == .hash { count += 1 }
    index += count
    if byte(0) == .quote { return beginString(hashes: count) }
    if byte(0) == .slash { return .lost }
    isAfterOperand = false
    return nil
  }

  /// Skips a comment or reads a `/` operator. If the slash may start a regular expression, returns
  /// `.lost`, because only a parser can tell whether it does.
  private mutating func readSlash() -> Token? {
    if byte(1) == .slash {
      skipLine()
      return nil
    }
    if byte(1) == .star { return skipBlockComment() ? nil : .lost }
    let isApart = Self.whitespace.contains(byte(-1))
    guard Self.whitespace.contains(byte(1)) || (isAfterOperand && !isApart) else { return .lost }
    index += 1
    isAfterOperand = false
    return .symbol(.slash, at: index - 1)
  }

  private mutating func skipBlockComment() -> Bool {
    var depth = 0
    while index < bytes.count {
      if byte(0) == .slash, byte(1) == .star {
        depth += 1
        index += 2
      } else if byte(0) == .star, byte(1) == .slash {
        depth -= 1
        index += 2
        if depth == 0 { return true }
      } else {
        index += 1
      }
    }
    return false
  }

  // MARK: - String literals and interpolations

  mutating func beginString(hashes: Int) -> Token? {
    let startsMultiline = byte(1) == .quote && byte(2) == .quote
    let isMultiline = startsMultiline && !(hashes > 0 && closesOnThisLine(hashes: hashes))
    index += isMultiline ? 3 : 1
    literals.append(Literal(hashes: hashes, isMultiline: isMultiline, depth: nil))
    return nil
  }

  /// Returns `true` if the raw string literal that starts with `#"""` at the current position ends
  /// on the same line and is therefore not a multiline string. For example, `#"""#` is a string
  /// that contains only a quotation mark.
  private func closesOnThisLine(hashes: Int) -> Bool {
    var offset = 2
    while index + offset < bytes.count, byte(offset) != .newline, byte(offset) != 13 {
      if byte(offset) == .quote, hasHashes(hashes, at: offset + 1) { return true }
      offset += 1
    }
    return false
  }

  func hasHashes(_ count: Int, at offset: Int) -> Bool {
    for index in 0..<count where byte(offset + index) != .hash { return false }
    return true
  }

  /// Advances to the end of a string literal or to its next interpolation. Returns `false` if the
  /// closing quotation mark is missing.
  mutating func readText(of literal: Literal) -> Bool {
    while index < bytes.count {
      switch byte(0) {
      case .backslash where hasHashes(literal.hashes, at: 1):
        index += 1 + literal.hashes
        if byte(0) == UInt8(ascii: "(") {
          index += 1
          literals[literals.count - 1].depth = 0
          isAfterOperand = false
          return true
        }
        if !literal.isMultiline, byte(0) == .newline || byte(0) == 13 { return false }
        index += 1
      case .quote where !literal.isMultiline && hasHashes(literal.hashes, at: 1):
        return end(literal, quotes: 1)
      case .quote
      where literal.isMultiline && byte(1) == .quote && byte(2) == .quote
        && hasHashes(literal.hashes, at: 3):
        return end(literal, quotes: 3)
      case .newline where !literal.isMultiline, 13 where !literal.isMultiline: return false
      default: index += 1
      }
    }
    return false
  }

  private mutating func end(_ literal: Literal, quotes: Int) -> Bool {
    index += quotes + literal.hashes
    literals.removeLast()
    isAfterOperand = true
    return true
  }
}
