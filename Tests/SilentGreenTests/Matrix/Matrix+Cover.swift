import TestEffort

extension Matrix {
  /// The cells that this run tries: every one in a thorough run, otherwise some of each row and each column.
  static func tried(_ cells: [Expected]) -> [Expected] {
    Effort.isThorough ? cells : cover(of: cells)
  }

  /// A few cells that are in every row and every column, and have every outcome: always the next one that adds most.
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
    // A form that has a table of its own has places of its own.
    let row = form.hasOwnPlaces ? "\(form) \(cell.place)" : cell.place
    return ["place \(row)", "form \(form)", "links \(cell.links)", "outcome \(outcome)"]
  }
}
