extension String {
  var visible: String {
    guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      text += scalar.isUnprintable ? scalar.escaped(asASCII: true) : String(scalar)
    }
  }

  var columns: Int { reduce(0) { $0 + $1.columns } }

  func elided(to limit: Int) -> String {
    // Measure only the beginning and the end of the string, because measuring all of it may take a
    // long time.
    if utf8.count <= limit || head(limit).endIndex == endIndex { return self }
    let head = head(limit / 2)
    let tail = reversed().head(limit - 1 - String(head).columns).reversed()
    return "\(String(head))…\(String(tail))"
  }
}

extension Collection<Character> {
  fileprivate func head(_ limit: Int) -> SubSequence {
    var width = 0
    return prefix { character in
      width += character.columns
      return width <= limit
    }
  }
}

extension Character {
  /// The number of terminal columns that the character occupies: two for emoji and East Asian
  /// characters, one otherwise.
  ///
  /// This number approximates Unicode Standard Annex 11. It may be too large, but it is never too
  /// small, so text is never wider than expected.
  fileprivate var columns: Int { !isASCII && unicodeScalars.contains(where: \.isWide) ? 2 : 1 }
}

extension Unicode.Scalar {
  fileprivate var isUnprintable: Bool {
    if isASCII { return value < 0x20 || value == 0x7f }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .unassigned: return true
    default: return properties.isBidiControl
    }
  }

  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3,
      0xf900...0xfaff, 0xfe0f, 0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6,
      0x1f000...0x1faff, 0x20000...0x3fffd:
      true
    default: properties.isEmojiPresentation
    }
  }
}
