extension String {
  /// The text with all non-ASCII characters replaced, for the output of a test process.
  ///
  /// `swift test` reads this output in chunks, and drops a chunk that begins or ends inside a
  /// multi-byte character. Part of a long message with such characters would be lost. Punctuation
  /// is replaced by similar characters. Other characters are escaped, for example as `\u{E9}`.
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
