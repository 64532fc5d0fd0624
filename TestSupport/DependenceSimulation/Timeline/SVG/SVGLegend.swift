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
      let width = sign.width + 6 + SVGText.width(of: text, size: 11) + 12
      if x + width > SVGPage.width - SVGPage.margin + 12 {
        x = SVGPage.margin
        y += 22
      }
      markup += Markup.element(
        "g",
        ["class": "legend", "transform": "translate(\(x) \(y))"],
        sign.markup + Markup.text("text", ["x": sign.width + 6, "y": 4], text)
      )
      x += width
    }
    self.markup = markup
    bottom = y + 8
  }

  private static func items(_ timeline: Timeline) -> [(sign: Sign, text: String)] {
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
      (blocks.contains { $0.ending == .finished }, check, "finished"),
      (ends.contains(where: \.isSuspended), stuck, "suspended"),
    ]
    .filter(\.0).map { ($1, $2) }
  }
}

// MARK: - Signs

extension SVGLegend {
  private struct Sign {
    let width: Int
    let markup: String
  }

  private static func block(_ style: String) -> Sign {
    let area = Markup.element("rect", ["x": 1, "y": -7, "width": 18, "height": 14, "rx": 4])
    return Sign(width: 20, markup: Markup.element("g", ["class": "block \(style)"], area))
  }

  private static func diamond(_ style: String) -> Sign {
    let path = "M6 -5l5 5l-5 5l-5 -5z"
    return Sign(width: 12, markup: Markup.element("path", ["class": style, "d": path]))
  }

  private static func line(_ style: String) -> Sign {
    Sign(width: 20, markup: Markup.element("path", ["class": style, "d": "M1 0H19"]))
  }

  private static let jump = Sign(
    width: 14,
    markup: Markup.element(
      "path",
      ["class": "jump", "d": "M1 -4.5l6 4.5l-6 4.5zm6 0l6 4.5l-6 4.5z"]
    )
  )

  private static let check = Sign(width: 14, markup: SVGBand.check(7, 0))

  private static let stuck = Sign(
    width: 18,
    markup: Markup.element(
      "g",
      ["class": "end stuck", "transform": "translate(9 0)"],
      Markup.element("circle", ["r": 8]) + Markup.element("path", ["d": "M-2 -3v6M2 -3v6"])
    )
  )
}
