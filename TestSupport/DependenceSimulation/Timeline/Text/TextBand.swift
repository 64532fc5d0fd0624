struct TextBand {
  /// The maximum number of lines that a strip of the diagram needs in addition to its rows: three
  /// lines of headings, a line about omitted rows, and an empty line.
  static let overhead = 5

  private let timeline: Timeline
  private let band: TimelineBand
  private let rows: [Int]
  private let omitted: Int
  private let wakes: [TextWake]
  private let labels: Int

  init(_ band: TimelineBand, of timeline: Timeline, rows limit: Int, labels: Int) {
    self.timeline = timeline
    self.band = band
    self.labels = labels
    (rows, omitted) = timeline.rows(in: band.blocks, limit: limit)
    wakes = timeline.blocks[band.blocks].map { [rows] in TextWake($0, rows: rows) }
  }

  var lines: [String] {
    let blocks = timeline.blocks
    var lines = [
      heading(0) { band.marks.contains($0) ? blocks[$0].time.text : "" },
      heading(1) { "\(blocks[$0].steps.lowerBound + 1)" },
    ]
    if blocks[band.blocks].contains(where: { $0.turn != .only }) {
      lines.append(heading(2) { blocks[$0].turn == .only ? "" : "\(blocks[$0].candidates)" })
    }
    lines += rows.indices.map(line)
    return lines.map(\.text) + (omitted > 0 ? ["… and \(omitted) more"] : [])
  }

  static let headings = ["time", "step", "could run"]

  private func heading(_ number: Int, _ text: (_ block: Int) -> String) -> TextLine {
    var line = TextLine(Self.headings[number])
    for block in band.blocks {
      pad(&line, before: block)
      line.append(text(block))
    }
    return line
  }

  private func pad(_ line: inout TextLine, before block: Int) {
    let start = labels + 2 + band.offset(of: block)
    if timeline.isJump(block) {
      line.pad(to: start - 1)
      line.append("┊")
    }
    line.pad(to: start)
  }

  // MARK: - Rows

  private func line(_ number: Int) -> TextLine {
    let row = timeline.rows[rows[number]]
    var line = TextLine(row.participant.title.elided(to: labels))
    for block in band.blocks {
      pad(&line, before: block)
      add(block, to: &line, number)
    }
    if band.blocks.upperBound == timeline.blocks.count {
      line.append(row.end.isSuspended ? "‖" : row.end.isReady ? "▸" : "")
    }
    return line
  }

  /// Appends the characters for a block of steps, and for the space up to the next block, to the
  /// line of a task or actor.
  private func add(_ block: Int, to line: inout TextLine, _ number: Int) {
    let row = rows[number]
    let drawn = timeline.blocks[block]
    let after = timeline.rows[row].state(at: 2 * block + 1)
    if drawn.row == row {
      line.append(drawn.glyph)
    } else if drawn.turn == .preempting(row) {
      line.append("◇")
    } else {
      line.append(timeline.rows[row].state(at: 2 * block).glyph)
    }
    if let turn = wakes[block - band.blocks.lowerBound].glyph(in: number) {
      line.append(after == .runnable && turn == "│" ? "┼" : turn)
    } else {
      line.append(after.glyph)
    }
    if drawn.row == row, after == .finished { line.append("✓") }
    while line.columns < end(of: block) { line.append(after.glyph) }
  }

  /// Returns the column after the characters for a block and for the space that follows it. The
  /// next block begins in this column. If virtual time advances between the two blocks, this column
  /// contains the symbol for the advance instead, and the next block begins one column later.
  private func end(of block: Int) -> Int {
    let start = labels + 2
    if block + 1 < band.blocks.upperBound {
      return start + band.offset(of: block + 1) - (timeline.isJump(block + 1) ? 1 : 0)
    }
    return start + band.width
  }
}
