extension Double {
  /// The number, rounded to three significant digits, but with at most two decimal places and with
  /// all digits before the decimal point. A whole number has no decimal point.
  package var formatted: String {
    guard isFinite, abs(self) < 1e15 else { return "–" }
    let places = self == rounded() ? 0 : abs(self) < 9.995 ? 2 : abs(self) < 99.95 ? 1 : 0
    let factor = [1, 10, 100][places]
    let scaled = Int((abs(self) * Double(factor)).rounded())
    let sign = self < 0 && scaled > 0 ? "-" : ""
    guard places > 0 else { return "\(sign)\(scaled)" }
    let rest = String(scaled % factor)
    return "\(sign)\(scaled / factor).\(String(repeating: "0", count: places - rest.count))\(rest)"
  }
}
