extension Duration {
  /// The duration in a readable form, such as "1.5 s", "300 ms", "2 min 5 s" or "0 s".
  ///
  /// The text has at most three decimal places. Further digits are truncated instead of rounded, so
  /// the text never shows more time than has passed.
  var text: String {
    let (seconds, attoseconds) = components
    let sign = seconds < 0 || attoseconds < 0 ? "-" : ""
    return sign + Self.text(seconds.magnitude, attoseconds.magnitude)
  }

  private static func text(_ seconds: UInt64, _ attoseconds: UInt64) -> String {
    guard seconds > 0 else { return text(attoseconds: attoseconds) }
    let thousandths = attoseconds / 1_000_000_000_000_000
    let rest = decimal(seconds % 60, thousandths)
    let parts = [
      (seconds / 3_600 > 0, "\(seconds / 3_600) h"),
      (seconds / 60 % 60 > 0, "\(seconds / 60 % 60) min"),
      (rest != "0", "\(rest) s"),
    ]
    return parts.filter(\.0).map(\.1).joined(separator: " ")
  }

  private static func text(attoseconds: UInt64) -> String {
    var size: UInt64 = 1_000_000_000_000_000
    for unit in ["ms", "µs", "ns", "ps", "fs"] {
      if attoseconds >= size {
        return "\(decimal(attoseconds / size, attoseconds % size / (size / 1_000))) \(unit)"
      }
      size /= 1_000
    }
    return attoseconds == 0 ? "0 s" : "\(attoseconds) as"
  }

  private static func decimal(_ whole: UInt64, _ thousandths: UInt64) -> String {
    guard thousandths > 0 else { return "\(whole)" }
    var digits = "\(1_000 + thousandths)".dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }
}
