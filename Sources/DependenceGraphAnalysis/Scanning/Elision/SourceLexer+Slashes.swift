/// What may begin with a `/`: comments, regular expressions, and operators.
extension SourceLexer {
  mutating func readSlash() -> Token? {
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
  mutating func readExtendedRegex(hashes: Int) -> Token? {
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
