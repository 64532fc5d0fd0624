extension String {
  /// The text with ASCII characters only, for a test runner.
  ///
  /// `swift test` reads the output of a test process in pieces, and drops a piece that begins or ends within a
  /// character of several bytes. A long message with such characters would be lost in part. Punctuation becomes its
  /// usual replacement, and other characters are escaped as in a Swift literal: `\u{E9}`.
  package var inASCII: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      text +=
        scalar.isASCII
        ? String(scalar) : Self.replacements[scalar] ?? scalar.escaped(asASCII: true)
    }
  }

  private static let replacements: [Unicode.Scalar: String] = [
    "…": "...", "→": "->", "–": "-", "—": "-", "−": "-", "×": "x", "·": "-",
    "‘": "'", "’": "'", "“": "\"", "”": "\"", "«": "<<", "»": ">>",
  ]
}
