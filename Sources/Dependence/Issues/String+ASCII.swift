extension String {
  /// The string with all non-ASCII characters replaced, for the output of a test process.
  ///
  /// `swift test` reads this output in chunks, and drops a chunk that begins or ends inside a
  /// multibyte character. Parts of long messages with such characters would therefore be lost.
  /// Punctuation marks are replaced with similar ASCII characters. All other characters are
  /// escaped, for example as `\u{E9}`.
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
