/// String literals, and the code that is interpolated in them.
extension SourceLexer {
  mutating func beginString(hashes: Int) -> Token? {
    let looksMultiline = byte(1) == .quote && byte(2) == .quote
    let isMultiline = looksMultiline && !(hashes > 0 && closesOnThisLine(hashes: hashes))
    index += isMultiline ? 3 : 1
    literals.append(Literal(hashes: hashes, isMultiline: isMultiline, depth: nil))
    return nil
  }

  /// True if `#"""…` is a string on one line that begins with quotes, as in `#"""#`.
  private func closesOnThisLine(hashes: Int) -> Bool {
    var offset = 1
    while index + offset < bytes.count, byte(offset) != .newline, byte(offset) != 13 {
      if byte(offset) == .quote, hasHashes(hashes, at: offset + 1) { return true }
      offset += 1
    }
    return false
  }

  func hasHashes(_ count: Int, at offset: Int) -> Bool {
    for place in 0..<count where byte(offset + place) != .hash { return false }
    return true
  }

  /// Reads on to the end of the literal or to an interpolation; false, if there is neither.
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
