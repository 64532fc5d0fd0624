/// A line for a terminal.
struct StyledText: Sendable {
  /// How to write some text, by its number in ECMA-48.
  enum Style: Int, Sendable {
    case plain = 0
    case strong = 1
    case faint = 2
    case stuck = 31
    case finished = 32
    case outOfTurn = 33
    case time = 36
  }

  private struct Part {
    var text: String
    let style: Style
  }

  private var parts: [Part] = []
  /// How many columns it takes.
  private(set) var columns = 0
  /// Spaces at its end, which are written only if something follows.
  private var spaces = 0

  init(_ text: String = "", _ style: Style = .plain) {
    append(text, style)
  }

  mutating func append(_ text: String, _ style: Style = .plain) {
    if text.allSatisfy({ $0 == " " }) { return pad(to: columns + text.utf8.count) }
    columns += text.columns
    let text = String(repeating: " ", count: spaces) + text
    spaces = 0
    if let last = parts.last, last.style == style {
      parts[parts.count - 1].text += text
    } else {
      parts.append(Part(text: text, style: style))
    }
  }

  /// Adds spaces up to a column.
  mutating func pad(to column: Int) {
    spaces += max(0, column - columns)
    columns = max(column, columns)
  }

  func rendered(isColored: Bool) -> String {
    guard isColored else { return parts.map(\.text).joined() }
    return parts.map { part in
      part.style == .plain ? part.text : "\u{1b}[\(part.style.rawValue)m\(part.text)\u{1b}[0m"
    }
    .joined()
  }
}

extension [String] {
  /// The items one after the other, in lines of at most `width` columns.
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
