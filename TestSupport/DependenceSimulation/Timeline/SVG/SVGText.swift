/// Functions that estimate the width of text. The actual width depends on the reader's fonts.
enum SVGText {
  static func width(of text: String, size: Int) -> Int {
    let hundredths = text.reduce(0) { width, character in
      switch character {
      case "f", "i", "j", "l", "r", "t", "I", " ", ".", ",", ":", ";", "'", "(", ")": width + 38
      case "m", "w", "M", "W": width + 95
      case "A"..."Z": width + 70
      default: width + 62 * String(character).columns
      }
    }
    return hundredths * size / 100
  }

  static func fit(_ text: String, in width: Int, size: Int) -> String {
    // Begin with an upper bound on the number of text columns that fit. Every character is at least
    // a third as wide as the font size.
    var columns = 3 * width / size
    while true {
      let text = text.elided(to: columns)
      let actual = Self.width(of: text, size: size)
      if actual <= width || columns <= 1 { return text }
      columns = min(columns - 1, columns * width / actual)
    }
  }
}

extension String {
  private static let entities: [Unicode.Scalar: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;",
  ]

  var xml: String {
    unicodeScalars.reduce(into: "") { $0 += Self.entities[$1] ?? String($1) }
  }
}
