extension SVGBand {
  /// What a row is about while it does not run: a line while it could, dots while it waits.
  func lifeline(of row: Int) -> String {
    guard let y = y(of: row) else { return "" }
    var line = Lifeline(y: y)
    let drawn = timeline.rows[row]
    for block in band.blocks {
      // Time moves before the panel.
      let begin = left(of: block) - (timeline.isJump(block) ? 8 : SVGGrid.gutter / 2)
      line.become(drawn.state(at: 2 * block), at: begin)
      if timeline.blocks[block].row == row { line.become(.absent, at: left(of: block)) }
      let isRunning = timeline.blocks[block].row == row
      let change = isRunning ? right(of: block) : shaft(of: block)
      line.become(drawn.state(at: 2 * block + 1), at: change)
    }
    line.become(.absent, at: isLast && drawn.end.note != nil ? edge + 2 : edge)
    return line.markup
  }

  /// The lines from a block to those whom it woke.
  func wakes(of block: Int) -> String {
    let drawn = timeline.blocks[block]
    guard let start = y(of: drawn.row) else { return "" }
    let x = shaft(of: block)
    return drawn.woken.map { row in
      guard let end = y(of: row) else { return "" }
      let turn = end > start ? 5 : -5
      let path = """
        M\(right(of: block)) \(start)H\(x - 5)Q\(x) \(start) \(x) \(start + turn)\
        V\(end - turn)Q\(x) \(end) \(x + 4) \(end)
        """
      return Markup.element("path", ["class": "wake", "d": path])
        + Markup.element("path", ["class": "tip", "d": "M\(x + 2) \(end - 3)l6 3l-6 3z"])
    }
    .joined()
  }
}

/// The line of a row, from left to right.
private struct Lifeline {
  let y: Int
  private var state = Timeline.Row.State.absent
  private var start = 0
  private var paths = (runnable: "", suspended: "")

  init(y: Int) {
    self.y = y
  }

  mutating func become(_ next: Timeline.Row.State, at x: Int) {
    if next == state { return }
    let path = x > start ? "M\(start) \(y)H\(x)" : ""
    switch state {
    case .runnable: paths.runnable += path
    case .suspended, .visiting: paths.suspended += path
    case .absent, .finished: break
    }
    state = next
    start = x
  }

  var markup: String {
    [("runnable", paths.runnable), ("suspended", paths.suspended)]
      .filter { !$1.isEmpty }
      .map { Markup.element("path", ["class": $0, "d": $1]) }.joined()
  }
}
