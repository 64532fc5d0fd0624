/// A vertical line in a text diagram. The line connects a block (consecutive steps of a task or
/// actor) to the rows of the tasks and actors that these steps woke.
struct TextWake: Sendable {
  private let from: Int?
  private let to: Set<Int>

  init(_ block: Timeline.Block, rows: [Int]) {
    from = rows.firstIndex(of: block.row)
    to = Set(block.woken.compactMap(rows.firstIndex(of:)))
  }

  /// Returns the character that draws the vertical line in the given row, or `nil` if the line does
  /// not cross the row.
  func glyph(in line: Int) -> String? {
    guard let from, let first = to.min(), let last = to.max() else { return nil }
    if line == from { return first > from ? "╮" : last < from ? "╯" : "┤" }
    if to.contains(line) {
      if line > from { return line == last ? "╰" : "├" }
      return line == first ? "╭" : "├"
    }
    return (min(first, from)...max(last, from)).contains(line) ? "│" : nil
  }
}
