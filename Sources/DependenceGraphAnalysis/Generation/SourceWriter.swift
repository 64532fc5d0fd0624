/// Builds a string of indented source code line by line.
struct SourceWriter {
  private(set) var text = ""
  private var depth = 0

  mutating func line(_ line: String = "") {
    if !line.isEmpty { text += String(repeating: "  ", count: depth) + line }
    text += "\n"
  }

  mutating func directive(_ line: String) { text += "\(line)\n" }

  /// Writes `head` followed by `body` in braces. Uses a single line if `body` consists of one line
  /// and the result has at most `width` characters.
  mutating func block(_ head: String, upTo width: Int = 0, _ body: (inout SourceWriter) -> Void) {
    var inner = SourceWriter()
    inner.depth = depth + 1
    body(&inner)
    let lines = inner.text.split(separator: "\n")
    let only = "\(head) { \(lines.first?.drop { $0 == " " } ?? "") }"
    if lines.count == 1, 2 * depth + only.count <= width {
      line(only)
    } else {
      line("\(head) {")
      text += inner.text
      line("}")
    }
  }
}
