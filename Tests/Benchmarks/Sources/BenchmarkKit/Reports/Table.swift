/// A table of figures with one line for each row, and a heading for each group.
package struct Table {
  package let figures: [Figures]
  package let bounds: [String: Bounds]

  package init(_ figures: [Figures], bounds: [String: Bounds]) {
    self.figures = figures
    self.bounds = bounds
  }

  private static let headings = [
    "CPU ns", "wall ns", "ratio", "bound", "allocs", "bound", "bytes", "bound",
  ]

  /// The table, with a line feed after every line.
  package var text: String {
    let cells = figures.map(cells)
    let nameWidth = (figures.map { $0.name.count + 2 }.max() ?? 0)
    let widths = Self.headings.indices.map { column in
      max(Self.headings[column].count, cells.map { $0[column].count }.max() ?? 0)
    }
    func line(_ name: String, _ cells: [String]) -> String {
      let columns = zip(cells, widths).map { cell, width in cell.aligned(right: width) }
      return ([name.aligned(left: nameWidth)] + columns).joined(separator: "  ").trimmed + "\n"
    }
    var text = ""
    var group: String?
    for (row, cells) in zip(figures, cells) {
      if row.group != group { text += (group == nil ? "" : "\n") + line(row.group, Self.headings) }
      group = row.group
      text += line("  \(row.name)", cells)
    }
    return text
  }

  private func cells(of row: Figures) -> [String] {
    let bounds = bounds[row.id]
    return [
      row.processor?.formatted,
      row.wall?.formatted,
      row.ratio?.formatted,
      bounds?.ratio.map { "≤ \($0.formatted)" },
      row.allocations?.formatted,
      bounds?.allocations.map(\.description),
      row.bytes?.formatted,
      bounds?.bytes.map { "≤ \($0.formatted)" },
    ].map { $0 ?? "" }
  }
}

extension String {
  fileprivate func aligned(left width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }

  fileprivate func aligned(right width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - count)) + self
  }

  fileprivate var trimmed: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
