/// A band with its time axis, drawn as SVG.
struct SVGBand {
  let timeline: Timeline
  let band: TimelineBand
  let grid: SVGGrid
  let top: Int
  /// Whether the run ends here.
  let isLast: Bool
  let rows: [Int]
  private let omitted: Int
  /// In which line each row stands.
  private let lines: [Int: Int]

  init(_ band: TimelineBand, of timeline: Timeline, grid: SVGGrid, top: Int, isLast: Bool) {
    self.timeline = timeline
    self.band = band
    self.grid = grid
    self.top = top
    self.isLast = isLast
    (rows, omitted) = timeline.rows(in: band.blocks, limit: max(24, band.blocks.count))
    lines = Dictionary(uniqueKeysWithValues: zip(rows, rows.indices))
  }

  var bottom: Int {
    top + SVGGrid.axis + rows.count * grid.rowHeight + (omitted > 0 ? 18 : 0)
  }

  var markup: String {
    // A label that turns out too long ends under the first panel.
    var markup = rows.map(label).joined() + axis + rows.map(lifeline).joined()
    for block in band.blocks { markup += wakes(of: block) }
    for block in band.blocks { markup += picture(of: block) }
    if isLast { for row in rows { markup += end(of: row) } }
    if omitted > 0 {
      markup += Markup.text(
        "text",
        ["class": "note", "x": SVGPage.margin, "y": bottom - 4],
        "and \(omitted) more"
      )
    }
    return markup
  }

  // MARK: - Places

  func left(of block: Int) -> Int { grid.start + band.offset(of: block) }
  func right(of block: Int) -> Int { left(of: block) + grid.blockWidth }
  func center(of block: Int) -> Int { left(of: block) + grid.blockWidth / 2 }
  /// Where the lines to those whom a block woke go up and down.
  func shaft(of block: Int) -> Int { right(of: block) + SVGGrid.gutter / 2 }

  /// The middle of a row; nil if it is not shown.
  func y(of row: Int) -> Int? {
    lines[row].map { top + SVGGrid.axis + $0 * grid.rowHeight + grid.rowHeight / 2 }
  }

  /// Where the last block is over.
  var edge: Int { right(of: band.blocks.upperBound - 1) + SVGGrid.gutter }

  // MARK: - Time

  /// A panel for each time, and a sign where time moves.
  private var axis: String {
    var markup = ""
    for (index, mark) in band.marks.enumerated() {
      let next = index + 1 < band.marks.count ? band.marks[index + 1].block : nil
      let left = self.left(of: mark.block)
      let right = next.map { self.right(of: $0 - 1) + SVGGrid.gutter } ?? edge
      markup += Markup.element(
        "rect",
        [
          "class": "panel", "x": left - 8, "y": top + SVGGrid.axis - 4, "width": right - left + 8,
          "height": rows.count * grid.rowHeight + 8, "rx": 8,
        ]
      )
      if mark.isJump {
        let path = "M\(left - 21) \(top + 8)l6 4.5l-6 4.5zm6 0l6 4.5l-6 4.5z"
        markup += Markup.element("path", ["class": "jump", "d": path])
      }
      markup += Markup.text(
        "text",
        ["class": "time", "x": left - 6, "y": top + 17],
        mark.time.words
      )
    }
    return markup
  }

  // MARK: - Rows

  private func label(of row: Int) -> String {
    guard let y = y(of: row) else { return "" }
    let participant = timeline.rows[row].participant
    let width = grid.labels - SVGPage.margin
    let title = SVGText.fit(participant.title, in: width, size: 12)
    var content = Markup.text("title", [:], timeline.introduction(of: participant))
    let baseline = participant.place == nil ? y + 4 : y - 1
    content += Markup.text("text", ["x": SVGPage.margin, "y": baseline], title)
    if let place = participant.place {
      let text = SVGText.fit(place, in: width, size: 10)
      content += Markup.text(
        "text",
        ["class": "origin", "x": SVGPage.margin, "y": y + 12],
        text
      )
    }
    return Markup.element("g", ["class": "label"], content)
  }

  private func end(of row: Int) -> String {
    let end = timeline.rows[row].end
    guard let y = y(of: row), let note = end.note else { return "" }
    let x = edge + 10
    let (name, sign) =
      end.isSuspended ? ("stuck", "M-2 -3v6M2 -3v6") : ("able", "M-2 -3l5 3l-5 3z")
    return Markup.element(
      "g",
      ["class": "end \(name)", "transform": "translate(\(x) \(y))"],
      Markup.element("circle", ["r": 8]) + Markup.element("path", ["d": sign])
        + Markup.text("text", ["x": 14, "y": 4], note)
    )
  }
}
