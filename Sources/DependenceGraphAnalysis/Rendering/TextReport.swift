import DependenceGraphKernel

/// Findings as a compiler tells them, which is how editors and build systems read them.
enum TextReport {
  static func render(_ findings: [Finding], isColoured: Bool = false) -> String {
    func line(_ place: SourcePlace, _ word: String, _ colour: Int, _ message: String) -> String {
      // A place without a line is a whole file.
      let position = (place.line > 0 ? "\(place)" : place.file).printable
      guard isColoured else { return "\(position): \(word): \(message.printable)\n" }
      let head = "\u{1B}[1m\(position): \u{1B}[1;\(colour)m\(word): \u{1B}[0m"
      return "\(head)\(message.printable)\n"
    }
    return findings.flatMap { finding in
      [line(finding.place, "error", 31, finding.message)]
        + finding.notes.map { line($0.place, "note", 36, $0.name) }
    }.joined()
  }
}

extension String {
  /// The text without anything that could end a line or command a terminal.
  var printable: String {
    if isPlain || !unicodeScalars.contains(where: \.isUnprintable) { return self }
    return unicodeScalars.map { $0.isUnprintable ? $0.escaped(asASCII: true) : String($0) }.joined()
  }
}

extension Unicode.Scalar {
  fileprivate var isUnprintable: Bool { isControlling && self != "\u{200D}" }
}
