struct TextLine: Sendable {
  private(set) var text: String
  private(set) var columns: Int
  /// The number of trailing spaces not yet appended to `text`. They are appended only if more text
  /// follows, so that a line never ends in spaces.
  private var spaces = 0

  init(_ text: String) {
    self.text = text
    columns = text.columns
  }

  mutating func append(_ text: String) {
    if text.allSatisfy({ $0 == " " }) { return pad(to: columns + text.utf8.count) }
    columns += text.columns
    self.text += String(repeating: " ", count: spaces) + text
    spaces = 0
  }

  mutating func pad(to column: Int) {
    spaces += max(0, column - columns)
    columns = max(column, columns)
  }
}

extension [String] {
  /// Joins the strings, separated by spaces, into lines of at most `width` columns.
  func flowing(in width: Int) -> [String] {
    reduce(into: []) { lines, item in
      if let last = lines.last, last.columns + 2 + item.columns <= width {
        lines[lines.count - 1] = "\(last)  \(item)"
      } else {
        lines.append(item)
      }
    }
  }
}
