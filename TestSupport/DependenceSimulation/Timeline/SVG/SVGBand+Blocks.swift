extension SVGBand {
  /// A block with its marks, and a note that a pointer brings up.
  func picture(of block: Int) -> String {
    let drawn = timeline.blocks[block]
    guard let y = y(of: drawn.row) else { return "" }
    let top = y - SVGGrid.blockHeight / 2
    var content = Markup.text("title", [:], hint(of: drawn))
    content += Markup.element(
      "rect",
      [
        "x": left(of: block), "y": top, "width": grid.blockWidth, "height": SVGGrid.blockHeight,
        "rx": 6,
      ]
    )
    content += Markup.text("text", ["x": center(of: block), "y": y + 4], number(of: drawn))
    switch drawn.turn {
    case .only: break
    case .next: content += diamond("choice", center(of: block), top)
    case .overtook: content += diamond("overtook", center(of: block), top)
    }
    if timeline.rows[drawn.row].state(at: 2 * block + 1) == .finished {
      content += Self.check(right(of: block) - 1, y + SVGGrid.blockHeight / 2 - 1)
    }
    let markup = Markup.element("g", ["class": style(of: drawn)], content)
    guard case .overtook(let row) = drawn.turn, row != drawn.row, let y = self.y(of: row)
    else { return markup }
    return markup + diamond("passed", center(of: block), y)
  }

  private func style(of block: Timeline.Block) -> String {
    let kind =
      switch timeline.rows[block.row].participant.kind {
      case _ where block.place == .mainActor: "main"
      case .actor: "actor"
      case .task, .job: "pool"
      }
    return block.isOvertaking ? "block \(kind) early" : "block \(kind)"
  }

  /// The steps, if there is room; else the first.
  private func number(of block: Timeline.Block) -> String {
    let first = "\(block.steps.lowerBound + 1)"
    if block.steps.count == 1 { return first }
    let all = "\(first)–\(block.steps.upperBound)"
    return SVGText.width(of: all, size: 12) + 4 <= grid.blockWidth ? all : first
  }

  private func diamond(_ style: String, _ x: Int, _ y: Int) -> String {
    Markup.element("path", ["class": style, "d": "M\(x) \(y - 5)l5 5l-5 5l-5 -5z"])
  }

  /// A sign that somebody came to an end.
  static func check(_ x: Int, _ y: Int) -> String {
    Markup.element("circle", ["class": "done", "cx": x, "cy": y, "r": 6])
      + Markup.element("path", ["class": "tick", "d": "M\(x - 3) \(y)l2 2.5l4 -4.5"])
  }

  // MARK: - Notes

  private func hint(of block: Timeline.Block) -> String {
    let first = block.steps.lowerBound + 1
    let steps =
      block.steps.count == 1 ? "step \(first)" : "steps \(first)–\(block.steps.upperBound)"
    let place = block.place == .mainActor ? ", on the main actor" : ""
    var lines = ["\(title(block.row)): \(steps) at \(block.time.words)\(place)"]
    switch block.turn {
    case .only: break
    case .next: lines.append("next of \(block.candidates)")
    case .overtook(let row):
      let next = row == block.row ? "another of its jobs" : title(row)
      lines.append("out of turn, of \(block.candidates): \(next) was next")
    }
    if !block.woken.isEmpty {
      let names = block.woken.prefix(5).map(title).joined(separator: ", ")
      let rest = block.woken.count > 5 ? " and \(block.woken.count - 5) more" : ""
      lines.append("woke \(names)\(rest)")
    }
    return lines.joined(separator: "\n")
  }

  private func title(_ row: Int) -> String { timeline.rows[row].participant.title }
}
