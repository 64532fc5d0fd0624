/// What the signs of a picture mean, of those that it has.
struct SVGLegend {
  let markup: String
  /// Where it ends.
  let bottom: Int

  init(_ timeline: Timeline, at top: Int) {
    var x = SVGPage.margin
    var y = top + 22
    var markup = Markup.element(
      "path",
      ["class": "rule", "d": "M\(x) \(top)H\(SVGPage.width - SVGPage.margin)"]
    )
    for (sign, text) in Self.items(timeline) {
      let width = 26 + SVGGrid.width(of: text, size: 11) + 14
      if x + width > SVGPage.width - SVGPage.margin + 14 {
        x = SVGPage.margin
        y += 22
      }
      markup += Markup.element(
        "g",
        ["class": "legend", "transform": "translate(\(x) \(y))"],
        sign + Markup.text("text", ["x": 26, "y": 4], text)
      )
      x += width
    }
    self.markup = markup
    bottom = y + 8
  }

  private static func items(_ timeline: Timeline) -> [(sign: String, text: String)] {
    let blocks = timeline.blocks
    let ends = timeline.rows.map(\.end)
    let isActorThere = blocks.contains {
      $0.place == .pool && timeline.rows[$0.row].participant.kind == .actor
    }
    return [
      (true, block("pool"), "task"),
      (isActorThere, block("actor"), "actor"),
      (blocks.contains { $0.place == .mainActor }, block("main"), "main actor"),
      (blocks.contains { $0.turn == .next }, diamond("choice"), "a choice"),
      (blocks.contains(where: \.isOvertaking), diamond("overtook"), "out of turn"),
      (blocks.contains(where: \.isOvertaking), diamond("passed"), "was next"),
      (true, line("runnable"), "could run"),
      (true, line("suspended"), "waits"),
      (blocks.indices.contains(where: timeline.isJump), jump, "time moves"),
      (blocks.contains { $0.ending == .finished }, SVGBand.check(12, 0), "finished"),
      (ends.contains(where: \.isSuspended), stuck, "suspended"),
    ]
    .filter(\.0).map { ($1, $2) }
  }

  private static func block(_ style: String) -> String {
    Markup.element(
      "g",
      ["class": "block \(style)"],
      Markup.element("rect", ["x": 2, "y": -7, "width": 18, "height": 14, "rx": 4])
    )
  }

  private static func diamond(_ style: String) -> String {
    Markup.element("path", ["class": style, "d": "M12 -5l5 5l-5 5l-5 -5z"])
  }

  private static func line(_ style: String) -> String {
    Markup.element("path", ["class": style, "d": "M2 0H20"])
  }

  private static let jump = Markup.element(
    "path",
    ["class": "jump", "d": "M6 -4.5l6 4.5l-6 4.5zm6 0l6 4.5l-6 4.5z"]
  )

  private static let stuck = Markup.element(
    "g",
    ["class": "end stuck", "transform": "translate(12 0)"],
    Markup.element("circle", ["r": 8]) + Markup.element("path", ["d": "M-2 -3v6M2 -3v6"])
  )
}
