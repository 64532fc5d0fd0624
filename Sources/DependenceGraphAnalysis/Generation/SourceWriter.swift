/// Lines of source code, indented.
struct SourceWriter {
  private(set) var text = ""
  private var depth = 0

  /// Writes a line; an empty one gets no indentation.
  mutating func line(_ line: String = "") {
    if !line.isEmpty { text += String(repeating: "  ", count: depth) + line }
    text += "\n"
  }

  /// Writes what `body` writes between `head {` and `}`, on one line if that is short.
  mutating func block(_ head: String, isOneLine: Bool = false, _ body: (inout SourceWriter) -> Void)
  {
    var inner = SourceWriter()
    inner.depth = depth + 1
    body(&inner)
    let lines = inner.text.split(separator: "\n")
    let only = "\(head) { \(lines.first?.drop { $0 == " " } ?? "") }"
    if isOneLine, lines.count == 1, 2 * depth + only.count <= 100 {
      line(only)
    } else {
      line("\(head) {")
      text += inner.text
      line("}")
    }
  }
}
