import DependenceGraphKernel

/// Renders diagnostics in the format of the Swift compiler, which editors and build systems can
/// parse.
enum TextReport {
  static func render(_ findings: [Finding], isColored: Bool = false) -> String {
    findings.flatMap { finding in
      [line(finding.location, "error", isColored ? 31 : nil, finding.message)]
        + finding.notes.map { line($0.location, "note", isColored ? 36 : nil, $0.name) }
    }.joined()
  }

  static func render(_ warnings: [Warning]) -> String {
    warnings.map { line($0.location, "warning", nil, $0.message) }.joined()
  }

  private static func line(
    _ location: FileLocation,
    _ severity: String,
    _ color: Int?,
    _ message: String
  ) -> String {
    // If the line number is 0, the diagnostic is about the whole file, so omit the line and column.
    let position = (location.line > 0 ? "\(location)" : location.file).printable
    guard let color else { return "\(position): \(severity): \(message.printable)\n" }
    let head = "\u{1B}[1m\(position): \u{1B}[1;\(color)m\(severity): \u{1B}[0m"
    return "\(head)\(message.printable)\n"
  }
}

extension String {
  /// This string with escape sequences in place of line breaks, control characters, and other
  /// characters that could change how a terminal displays the text.
  var printable: String {
    if isPlain || !unicodeScalars.contains(where: \.isUnprintable) { return self }
    return unicodeScalars.map { $0.isUnprintable ? $0.escaped(asASCII: true) : String($0) }.joined()
  }
}

extension Unicode.Scalar {
  fileprivate var isUnprintable: Bool { isControlling && self != "\u{200D}" }
}
