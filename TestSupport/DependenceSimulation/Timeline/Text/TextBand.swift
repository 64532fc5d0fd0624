/// A band with its headings, drawn with characters.
struct TextBand {
  /// How many lines a band may take besides its rows, with an empty one before it.
  static let overhead = 5

  let timeline: Timeline
  let band: TimelineBand
  private let rows: [Int]
  private let omitted: Int
  private let wakes: [TextWake]
  let labels: Int
  private let isLast: Bool

  /// - Parameters:
  ///   - rows: How many rows to show at most.
  ///   - labels: How wide their labels are.
  ///   - isLast: Whether the run ends here.
  init(_ band: TimelineBand, of timeline: Timeline, rows limit: Int, labels: Int, isLast: Bool) {
    self.timeline = timeline
    self.band = band
    self.labels = labels
    self.isLast = isLast
    (rows, omitted) = timeline.rows(in: band.blocks, limit: limit)
    let lines = Dictionary(uniqueKeysWithValues: zip(rows, rows.indices))
    wakes = timeline.blocks[band.blocks].map { TextWake($0, lines: lines) }
  }

  var lines: [StyledText] {
    var lines = [times, numbers]
    if timeline.blocks[band.blocks].contains(where: { $0.turn != .only }) { lines.append(choices) }
    lines += rows.indices.map(line)
    if omitted > 0 { lines.append(StyledText("… and \(omitted) more", .faint)) }
    return lines
  }

  // MARK: - Rows

  private func line(_ number: Int) -> StyledText {
    let row = timeline.rows[rows[number]]
    var line = StyledText(row.participant.title.elided(to: labels))
    for block in band.blocks {
      pad(&line, before: block, isJump: timeline.isJump(block))
      add(block, to: &line, number)
    }
    if isLast { add(row.end, to: &line) }
    return line
  }

  /// What a block and the columns after it show in one line.
  private func add(_ block: Int, to line: inout StyledText, _ number: Int) {
    let row = rows[number]
    let drawn = timeline.blocks[block]
    let after = timeline.rows[row].state(at: 2 * block + 1)
    if drawn.row == row {
      line.append(drawn.glyph, drawn.isOvertaking ? .outOfTurn : .plain)
    } else if drawn.turn == .overtook(row) {
      line.append("◇", .outOfTurn)
    } else {
      line.append(timeline.rows[row].state(at: 2 * block).glyph, .faint)
    }
    if let turn = wakes[block - band.blocks.lowerBound].glyph(in: number) {
      line.append(after == .runnable && turn == "│" ? "┼" : turn)
    } else {
      line.append(after.glyph, .faint)
    }
    if drawn.row == row, after == .finished {
      line.append("✓", .finished)
    }
    while line.columns < end(of: block) { line.append(after.glyph, .faint) }
  }

  /// Where the next block begins, or the line that says that time moves before it.
  private func end(of block: Int) -> Int {
    let start = labels + 2
    if block + 1 < band.blocks.upperBound {
      return start + band.offset(of: block + 1) - (timeline.isJump(block + 1) ? 1 : 0)
    }
    return start + band.width
  }

  private func add(_ end: Timeline.Row.State, to line: inout StyledText) {
    switch end {
    case .suspended: line.append("‖", .stuck)
    case .runnable, .visiting: line.append("▸")
    case .absent, .finished: break
    }
  }
}
