/// A source location. Lines and columns start at 1. Columns are counted in UTF-8 bytes, as in
/// compiler diagnostics.
struct FileLocation: Codable, Hashable, Sendable, Comparable, CustomStringConvertible {
  var file: String
  var line: Int
  var column: Int

  static func < (left: Self, right: Self) -> Bool {
    (left.file, left.line, left.column) < (right.file, right.line, right.column)
  }

  var description: String { "\(file):\(line):\(column)" }
}
