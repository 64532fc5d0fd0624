struct SVGLegend {
  let markup: String
  let bottom: Int

  init(_ timeline: Timeline, at top: Int) {
    let (left, right) = (SVGPage.margin, SVGPage.width - SVGPage.margin)
    var (x, y) = (left, top + 22)
    var markup = SVGSign.path("rule", "M\(left) \(top)H\(right)")
    for (isThere, room, sign, text) in Self.items(timeline) where isThere {
      let width = room + 6 + SVGText.width(of: text, size: 11)
      if x + width > right { (x, y) = (left, y + 22) }
      markup += #"""
        <g class="legend" transform="translate(\#(x) \#(y))">\#(sign)\#
        <text x="\#(room + 6)" y="4">\#(text)</text>
        </g>

        """#
      x += width + 12
    }
    self.markup = markup
    bottom = y + 8
  }

  private static func items(_ timeline: Timeline) -> [(Bool, room: Int, String, String)] {
    let blocks = timeline.blocks
    let isActorThere = blocks.contains {
      $0.executor == .pool && timeline.rows[$0.row].participant.kind == .actor
    }
    let hasPreemptions = blocks.contains(where: \.isPreempting)
    let isStuck = timeline.rows.contains(where: \.end.isSuspended)
    return [
      (true, 20, block("pool"), "task"),
      (isActorThere, 20, block("actor"), "actor"),
      (blocks.contains { $0.executor == .mainActor }, 20, block("main"), "main actor"),
      (blocks.contains { $0.turn == .next }, 12, SVGSign.diamond("choice", 6, 0), "choice"),
      (hasPreemptions, 12, SVGSign.diamond("overtook", 6, 0), "preempted the next in line"),
      (hasPreemptions, 12, SVGSign.diamond("passed", 6, 0), "was next in line"),
      (true, 20, SVGSign.path("runnable", "M1 0H19"), "could run"),
      (true, 20, SVGSign.path("suspended", "M1 0H19"), "waits"),
      (
        blocks.indices.contains(where: timeline.isJump), 14, SVGSign.jump(at: "1 -4.5"),
        "time advances"
      ),
      (blocks.contains { $0.ending == .finished }, 14, SVGSign.check(7, 0), "finished"),
      (isStuck, 18, SVGSign.end(.suspended(since: .zero), 9, 0), "suspended"),
    ]
  }

  private static func block(_ style: String) -> String {
    #"""
    <g class="block \#(style)"><rect x="1" y="-7" width="18" height="14" rx="4"/>
    </g>

    """#
  }
}
