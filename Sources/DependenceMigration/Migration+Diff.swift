extension Migration.File {
  /// A unified diff between the two versions of the file.
  package var diff: String {
    let context = 3
    let old = Self.lines(before)
    let new = Self.lines(after)
    let difference = new.difference(from: old)
    let removed = Set(difference.removals.map(\.offset))
    let inserted = Set(difference.insertions.map(\.offset))
    var rows: [(sign: Character, text: Substring, old: Int, new: Int)] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      let sign: Character = removed.contains(i) ? "-" : inserted.contains(j) ? "+" : " "
      rows.append((sign, sign == "+" ? new[j] : old[i], i, j))
      if sign != "+" { i += 1 }
      if sign != "-" { j += 1 }
    }
    var text = "--- a/\(path)\n+++ b/\(path)\n"
    var start = 0
    while let first = rows[start...].firstIndex(where: { $0.sign != " " }) {
      var last = first
      while let next = rows[(last + 1)...].firstIndex(where: { $0.sign != " " }),
        next - last <= 2 * context
      {
        last = next
      }
      let hunk = rows[max(start, first - context)...min(rows.count - 1, last + context)]
      let (oldCount, newCount) = (hunk.count { $0.sign != "+" }, hunk.count { $0.sign != "-" })
      let begin = hunk[hunk.startIndex]
      text += "@@ -\(oldCount == 0 ? begin.old : begin.old + 1),\(oldCount)"
      text += " +\(newCount == 0 ? begin.new : begin.new + 1),\(newCount) @@\n"
      for row in hunk {
        text += "\(row.sign)\(row.text)\n"
        if row.text.endIndex == row.text.base.endIndex { text += "\\ No newline at end of file\n" }
      }
      start = hunk.endIndex
    }
    return text
  }

  private static func lines(_ text: String) -> [Substring] {
    // Split at bytes rather than characters, because Swift treats a carriage return followed by a
    // newline as a single character.
    var lines = text.utf8.split(separator: .newline, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { Substring($0) }
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
