import DependenceGraphKernel

/// Renders errors in the format of compiler diagnostics, which editors and build systems can parse.
enum TextReport {
  static func render(_ findings: [Finding], isColoured: Bool = false) -> String {
    func line(_ location: FileLocation, _ severity: String, _ colour: Int, _ message: String)
      -> String
    {
      // A source location without a line number refers to the whole file.
      let position = (location.line > 0 ? "\(location)" : location.file).printable
      guard isColoured else { return "\(position): \(severity): \(message.printable)\n" }
      let head = "\u{1B}[1m\(position): \u{1B}[1;\(colour)m\(severity): \u{1B}[0m"
      return "\(head)\(message.printable)\n"
    }
    return findings.flatMap { finding in
      [line(finding.location, "error", 31, finding.message)]
        + finding.notes.map { line($0.location, "note", 36, $0.name) }
    }.joined()
  }
}

extension String {
  /// The text with escape sequences for characters that could end a line or control a terminal.
  var printable: String {
    if isPlain || !unicodeScalars.contains(where: \.isUnprintable) { return self }
    return unicodeScalars.map { $0.isUnprintable ? $0.escaped(asASCII: true) : String($0) }.joined()
  }
}

extension Unicode.Scalar {
  fileprivate var isUnprintable: Bool { isControlling && self != "\u{200D}" }
}
