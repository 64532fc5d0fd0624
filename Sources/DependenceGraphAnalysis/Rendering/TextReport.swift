import DependenceGraphKernel

/// Findings as a compiler tells them, which is how editors and build systems read them.
enum TextReport {
  static func render(_ findings: [Finding], isColoured: Bool = false) -> String {
    findings.map { finding in
      ([line(finding.place, .error, finding.message, isColoured)]
        + finding.notes.map { line($0.place, .note, $0.name, isColoured) }).joined()
    }.joined()
  }

  private enum Severity: String {
    case error
    case note

    var colour: String {
      switch self {
      case .error: "\u{1B}[1;31m"
      case .note: "\u{1B}[1;36m"
      }
    }
  }

  private static func line(
    _ place: SourcePlace,
    _ severity: Severity,
    _ message: String,
    _ isColoured: Bool
  ) -> String {
    // A place without a line is a whole file.
    let position = place.line > 0 ? "\(place)" : place.file
    let head =
      isColoured
      ? "\u{1B}[1m\(position.printable): \(severity.colour)\(severity.rawValue): \u{1B}[0m"
      : "\(position.printable): \(severity.rawValue): "
    return "\(head)\(message.printable)\n"
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
  /// Control characters, and those that change the order in which others are shown.
  fileprivate var isUnprintable: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: self != "\u{200D}"
    default: false
    }
  }
}
