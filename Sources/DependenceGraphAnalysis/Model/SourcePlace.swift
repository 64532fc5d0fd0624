/// A place in a source file. Lines and columns start at 1; columns count UTF-8 bytes, as the
/// compiler's do.
package struct SourcePlace: Codable, Hashable, Sendable {
  package var file: String
  package var line: Int
  package var column: Int

  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }
}

extension SourcePlace: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    (left.file, left.line, left.column) < (right.file, right.line, right.column)
  }
}

extension SourcePlace: CustomStringConvertible {
  package var description: String { "\(file):\(line):\(column)" }
}
