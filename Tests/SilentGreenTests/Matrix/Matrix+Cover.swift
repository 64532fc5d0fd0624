import TestEffort

extension Matrix {
  /// Returns the cells that this run tries: all cells in CI, and otherwise some cells of each row
  /// and column.
  static func tried(_ cells: [Expected]) -> [Expected] {
    Effort.triesAllCells ? cells : cover(of: cells)
  }

  /// Returns a small selection of cells that covers every row, column and outcome. The cells are
  /// chosen greedily: each cell is the one that covers most of the remaining rows, columns and
  /// outcomes.
  static func cover(of cells: [Expected]) -> [Expected] {
    var missing = Set(cells.flatMap(\.lines))
    var cover: [Expected] = []
    while !missing.isEmpty {
      let counts = cells.map { $0.lines.intersection(missing).count }
      guard let most = counts.max(), let next = counts.firstIndex(of: most) else { break }
      cover.append(cells[next])
      missing.subtract(cells[next].lines)
    }
    return cover
  }
}

extension Expected {
  /// The row, the columns and the outcome of this cell.
  fileprivate var lines: Set<String> {
    // The places of a form with a separate table are specific to that form.
    let row = form.hasOwnPlaces ? "\(form) \(cell.place)" : cell.place
    return ["place \(row)", "form \(form)", "links \(cell.links)", "outcome \(outcome)"]
  }
}
