/// Reads Swift just well enough to tell code from literals and comments.
///
/// Where the language itself needs a parser to decide, as with a `/` that may begin a regular
/// expression or divide, it gives up, and says so. Whoever asks then keeps the text as it is.
///
/// It borrows the bytes: they have to live as long as it does.
struct SourceLexer {
  enum Token {
    case word(Range<Int>)
    /// One of `{}()[]` or any other byte of code that stands by itself.
    case symbol(UInt8, at: Int)
    case end
    /// It cannot be told where a literal ends.
    case lost
  }

  /// A string literal that has been entered.
  private struct Literal {
    let hashes: Int
    let isMultiline: Bool
    /// Parentheses that are open in the interpolation that is being read; nil in the text.
    var depth: Int?
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var index = 0
  /// Whether what was read last can end an operand, so that a `/` after it may divide.
  private var isAfterOperand = false
  private var literals: [Literal] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    if byte(0) == .hash, byte(1) == UInt8(ascii: "!") { skipLine() }
  }

  /// The next token of code that is outside every literal.
  mutating func next() -> Token {
    while true {
      if let literal = literals.last, literal.depth == nil {
        guard readText(of: literal) else { return .lost }
        continue
      }
      guard index < bytes.count else { return literals.isEmpty ? .end : .lost }
      guard let token = readCode() else { continue }
      if case .lost = token { return .lost }
      if literals.isEmpty { return token }
    }
  }

  /// The byte that many places after the next one; 0 beyond the end.
  private func byte(_ offset: Int) -> UInt8 {
    let place = index + offset
    return place >= 0 && place < bytes.count ? bytes[place] : 0
  }
}

// MARK: - Code

extension SourceLexer {
  private static let whitespace: [UInt8] = [9, 10, 11, 12, 13, 32]

  /// Nil for what is no token: space, comments, and the beginnings and ends of literals.
  private mutating func readCode() -> Token? {
    let start = index
    let first = byte(0)
    if first.isWord {
      while byte(0).isWord { index += 1 }
      isAfterOperand = !isKeyword(start..<index)
      return .word(start..<index)
    }
    switch first {
    case 9...13, 32:
      index += 1
      return nil
    case .quote:
      return beginString(hashes: 0)
    case .hash:
      return readHashes()
    case .slash:
      return readSlash()
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
    default:
      break
    }
    index += 1
    switch first {
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      isAfterOperand = true
    case UInt8(ascii: "?"), UInt8(ascii: "!"):
      // `a?` and `a!` are operands; `a ? b` and `!a` are not.
      isAfterOperand = isAfterOperand && !Self.whitespace.contains(byte(-2))
    default:
      isAfterOperand = false
    }
    return .symbol(first, at: start)
  }

  private static let keywords: Set<String> = [
    "await", "case", "catch", "consume", "copy", "defer", "do", "each", "else", "for", "guard",
    "if", "in", "repeat", "return", "switch", "throw", "try", "where", "while", "yield",
  ]

  private func isKeyword(_ range: Range<Int>) -> Bool {
    guard range.count < 8, range.count > 1 else { return false }
    return Self.keywords.contains(text(range))
  }

  func text(_ range: Range<Int>) -> String {
    var text = ""
    for place in range { text.unicodeScalars.append(Unicode.Scalar(bytes[place])) }
    return text
  }

  private mutating func skipLine() {
    while index < bytes.count, byte(0) != .newline, byte(0) != 13 { index += 1 }
  }

  /// `#"…"#`, `#/…/#`, or a directive or macro, of which only the hashes are read.
  private mutating func readHashes() -> Token? {
    var count = 0
    while byte(count) == .hash { count += 1 }
    switch byte(count) {
    case .quote:
      index += count
      return beginString(hashes: count)
    case .slash:
      index += count
      return readExtendedRegex(hashes: count)
    default:
      index += count
      isAfterOperand = false
      return nil
    }
  }
}

// MARK: - Strings

extension SourceLexer {
  private mutating func beginString(hashes: Int) -> Token? {
    let looksMultiline = byte(1) == .quote && byte(2) == .quote
    let isMultiline = looksMultiline && !(hashes > 0 && closesOnThisLine(hashes: hashes))
    index += isMultiline ? 3 : 1
    literals.append(Literal(hashes: hashes, isMultiline: isMultiline, depth: nil))
    return nil
  }

  /// Whether `#"""…` is a string on one line that begins with quotes, as in `#"""#`.
  private func closesOnThisLine(hashes: Int) -> Bool {
    var offset = 1
    while index + offset < bytes.count, byte(offset) != .newline, byte(offset) != 13 {
      if byte(offset) == .quote, hasHashes(hashes, at: offset + 1) { return true }
      offset += 1
    }
    return false
  }

  private func hasHashes(_ count: Int, at offset: Int) -> Bool {
    for place in 0..<count where byte(offset + place) != .hash { return false }
    return true
  }

  /// Reads on to the end of the literal or to the beginning of an interpolation; false, if there is
  /// neither.
  private mutating func readText(of literal: Literal) -> Bool {
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
      case .newline where !literal.isMultiline, 13 where !literal.isMultiline:
        return false
      default:
        index += 1
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

// MARK: - Comments and regular expressions

extension SourceLexer {
  private mutating func readSlash() -> Token? {
    if byte(1) == .slash {
      skipLine()
      return nil
    }
    if byte(1) == .star { return skipBlockComment() ? nil : .lost }
    let isApart = index == 0 || Self.whitespace.contains(byte(-1))
    let isOperator =
      Self.whitespace.contains(byte(1)) || index + 1 >= bytes.count || (isAfterOperand && !isApart)
    if !isOperator {
      switch bareRegex() {
      case .length(let length) where !isAfterOperand && !byte(-1).isOperator:
        index += length
        isAfterOperand = true
        return nil
      case .length, .unclear:
        return .lost
      case .none:
        break
      }
    }
    index += 1
    isAfterOperand = false
    return .symbol(.slash, at: index - 1)
  }

  private enum Regex {
    case length(Int)
    case unclear
    case none
  }

  /// What a regular expression that begins here would be. It ends on its line, and closes no
  /// parenthesis that it did not open.
  private func bareRegex() -> Regex {
    var offset = 1
    var depth = 0
    var isInClass = false
    while index + offset < bytes.count {
      switch byte(offset) {
      case .newline, 13: return .none
      case .backslash: offset += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "(") where !isInClass: depth += 1
      case UInt8(ascii: ")") where !isInClass:
        depth -= 1
        if depth < 0 { return .unclear }
      case .slash:
        let isClear = !isInClass && depth == 0 && !Self.whitespace.contains(byte(offset - 1))
        return isClear ? .length(offset + 1) : .unclear
      default: break
      }
      offset += 1
    }
    return .none
  }

  /// `#/…/#`, on one line, or on several if it begins with a line break.
  private mutating func readExtendedRegex(hashes: Int) -> Token? {
    index += 1
    let isMultiline = byte(0) == .newline || byte(0) == 13
    while index < bytes.count {
      switch byte(0) {
      case .backslash:
        index += 2
      case .slash where hasHashes(hashes, at: 1):
        index += 1 + hashes
        isAfterOperand = true
        return nil
      case .newline where !isMultiline, 13 where !isMultiline:
        return .lost
      default:
        index += 1
      }
    }
    return .lost
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
}
