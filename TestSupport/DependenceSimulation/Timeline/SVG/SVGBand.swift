/// An SVG rendering of one horizontal strip of a run's diagram, with a time axis.
struct SVGBand {
  private let timeline: Timeline
  private let band: TimelineBand
  private let grid: SVGGrid
  private let top: Int
  private let rows: [Int]
  private let omitted: Int

  init(_ band: TimelineBand, of timeline: Timeline, grid: SVGGrid, top: Int) {
    self.timeline = timeline
    self.band = band
    self.grid = grid
    self.top = top
    (rows, omitted) = timeline.rows(in: band.blocks, limit: max(24, band.blocks.count))
  }

  var bottom: Int { top + SVGGrid.axis + rows.count * grid.rowHeight + (omitted > 0 ? 18 : 0) }

  var markup: String {
    // Draw the row labels first, so that the blocks' background panels cover the ends of labels
    // that are too long.
    var markup = rows.map(label).joined() + axis + rows.map(lifeline).joined()
    markup += band.blocks.map(wakes).joined() + band.blocks.map(picture).joined()
    if isLast { markup += rows.map(end).joined() }
    guard omitted > 0 else { return markup }
    return markup + SVGPage.note("note", SVGPage.margin, bottom - 4, "and \(omitted) more")
  }

  // MARK: - Coordinates

  private var isLast: Bool { band.blocks.upperBound == timeline.blocks.count }
  private func left(of block: Int) -> Int { grid.start + band.offset(of: block) }
  private func right(of block: Int) -> Int { left(of: block) + grid.blockWidth }
  private func center(of block: Int) -> Int { left(of: block) + grid.blockWidth / 2 }
  /// The x-coordinate of the vertical lines that connect a block to the tasks and actors that it
  /// woke.
  private func shaft(of block: Int) -> Int { right(of: block) + SVGGrid.gutter / 2 }

  private func y(of row: Int) -> Int? {
    rows.firstIndex(of: row).map { top + SVGGrid.axis + $0 * grid.rowHeight + grid.rowHeight / 2 }
  }

  /// The x-coordinate of the strip's right edge, which includes the space after the last block.
  private var edge: Int { right(of: band.blocks.upperBound - 1) + SVGGrid.gutter }

  private var axis: String {
    let nexts = band.marks.dropFirst().map { self.right(of: $0 - 1) + SVGGrid.gutter }
    return zip(band.marks, nexts + [edge])
      .map { mark, right in
        let left = left(of: mark)
        let (width, height) = (right - left + 8, rows.count * grid.rowHeight + 8)
        let time = timeline.blocks[mark].time.text
        return #"""
          <rect class="panel" x="\#(left - 8)" y="\#(top + SVGGrid.axis - 4)" width="\#(width)" \#
          height="\#(height)" rx="8"/>
          \#(timeline.isJump(mark) ? SVGSign.jump(at: "\(left - 21) \(top + 8)") : "")\#
          <text class="time" x="\#(left - 6)" y="\#(top + 17)">\#(time)</text>

          """#
      }
      .joined()
  }

  // MARK: - Rows

  private func label(of row: Int) -> String {
    guard let y = y(of: row) else { return "" }
    let participant = timeline.rows[row].participant
    let width = grid.labels - SVGPage.margin
    let title = SVGText.fit(participant.title, in: width, size: 12).xml
    let location = participant.location.map { SVGText.fit($0, in: width, size: 10).xml }
    let origin = location.map {
      #"<text class="origin" x="\#(SVGPage.margin)" y="\#(y + 12)">\#($0)</text>\#n"#
    }
    return #"""
      <g class="label"><title>\#(timeline.introduction(of: participant).xml)</title>
      <text x="\#(SVGPage.margin)" y="\#(location == nil ? y + 4 : y - 1)">\#(title)</text>
      \#(origin ?? "")</g>

      """#
  }

  private func end(of row: Int) -> String {
    let end = timeline.rows[row].end
    guard let y = y(of: row), let note = end.note else { return "" }
    return SVGSign.end(end, edge + 10, y, note)
  }

  /// Draws the states of a task or actor between the blocks where it ran: a solid line while it was
  /// ready to run, and dots while it was waiting.
  private func lifeline(of row: Int) -> String {
    guard let y = y(of: row) else { return "" }
    let drawn = timeline.rows[row]
    var paths = (runnable: "", suspended: "")
    var (state, start) = (Timeline.Row.State.absent, grid.start)
    func become(_ next: Timeline.Row.State, at x: Int) {
      if next == state { return }
      let path = "M\(start) \(y)H\(x)"
      switch state {
      case .runnable: paths.runnable += path
      case .suspended, .enqueued: paths.suspended += path
      case .absent, .finished: break
      }
      (state, start) = (next, x)
    }
    for block in band.blocks {
      let isRunning = timeline.blocks[block].row == row
      // A state that begins before this block is drawn from the middle of the space to the block's
      // left. If virtual time advances before the block, the state is drawn from 8 pixels to the
      // left of the block instead, where a new background panel starts.
      let begin = left(of: block) - (timeline.isJump(block) ? 8 : SVGGrid.gutter / 2)
      become(drawn.state(at: 2 * block), at: begin)
      if isRunning { become(.absent, at: left(of: block)) }
      become(drawn.state(at: 2 * block + 1), at: isRunning ? right(of: block) : shaft(of: block))
    }
    become(.absent, at: isLast && drawn.end.note != nil ? edge + 2 : edge)
    return [("runnable", paths.runnable), ("suspended", paths.suspended)]
      .filter { !$1.isEmpty }.map { SVGSign.path($0, $1) }.joined()
  }

  private func wakes(of block: Int) -> String {
    let drawn = timeline.blocks[block]
    guard let start = y(of: drawn.row) else { return "" }
    let x = shaft(of: block)
    return drawn.woken.compactMap(y).map { end in
      let turn = end > start ? 5 : -5
      let path = """
        M\(right(of: block)) \(start)H\(x - 5)Q\(x) \(start) \(x) \(start + turn)\
        V\(end - turn)Q\(x) \(end) \(x + 4) \(end)
        """
      return SVGSign.path("wake", path) + SVGSign.path("tip", "M\(x + 2) \(end - 3)l6 3l-6 3z")
    }
    .joined()
  }

  // MARK: - Blocks

  /// Draws a block of steps as a box with its symbols and a tooltip.
  private func picture(of block: Int) -> String {
    let drawn = timeline.blocks[block]
    guard let y = y(of: drawn.row) else { return "" }
    let (left, center, height) = (left(of: block), center(of: block), SVGGrid.blockHeight)
    let top = y - height / 2
    var content = #"""
      <title>\#(hint(of: drawn).xml)</title>
      <rect x="\#(left)" y="\#(top)" width="\#(grid.blockWidth)" height="\#(height)" rx="6"/>
      <text x="\#(center)" y="\#(y + 4)">\#(number(of: drawn))</text>

      """#
    if drawn.turn != .only {
      content += SVGSign.diamond(drawn.isPreempting ? "overtook" : "choice", center, top)
    }
    if drawn.ending == .finished {
      content += SVGSign.check(right(of: block) - 1, y + height / 2 - 1)
    }
    let markup = #"<g class="block \#(style(of: drawn))">\#(content)</g>\#n"#
    guard case .preempting(let row) = drawn.turn, row != drawn.row, let y = self.y(of: row)
    else { return markup }
    return markup + SVGSign.diamond("passed", center, y)
  }

  private func style(of block: Timeline.Block) -> String {
    let isActor = timeline.rows[block.row].participant.kind == .actor
    let kind = block.executor == .mainActor ? "main" : isActor ? "actor" : "pool"
    return block.isPreempting ? "\(kind) early" : kind
  }

  private func number(of block: Timeline.Block) -> String {
    let first = "\(block.steps.lowerBound + 1)"
    if block.steps.count == 1 { return first }
    let all = "\(first)–\(block.steps.upperBound)"
    return SVGText.width(of: all, size: 12) + 4 <= grid.blockWidth ? all : first
  }

  private func hint(of block: Timeline.Block) -> String {
    func title(_ row: Int) -> String { timeline.rows[row].participant.title }
    let first = block.steps.lowerBound + 1
    let steps =
      block.steps.count == 1 ? "step \(first)" : "steps \(first)–\(block.steps.upperBound)"
    let executor = block.executor == .mainActor ? ", on the main actor" : ""
    var lines = ["\(title(block.row)): \(steps) at \(block.time.text)\(executor)"]
    if !block.functions.isEmpty { lines.append("ran \(block.functions.joined(separator: ", "))") }
    lines += block.decisions.map(\.text)
    switch block.turn {
    case .only: break
    case .next: lines.append("was next in line; \(block.candidates) could run")
    case .preempting(let row):
      let next = row == block.row ? "another of its jobs" : title(row)
      lines.append("preempted \(next), which was next in line; \(block.candidates) could run")
    }
    if !block.woken.isEmpty {
      let names = block.woken.prefix(5).map(title).joined(separator: ", ")
      let rest = block.woken.count > 5 ? " and \(block.woken.count - 5) more" : ""
      lines.append("woke \(names)\(rest)")
    }
    return lines.joined(separator: "\n")
  }
}
