enum SVGStyle {
  // Colors are inserted directly into the rules, because many programs that display SVG do not
  // support CSS custom properties.
  static let sheet = """

    text { font-family: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, Arial, \
    sans-serif; font-size: 12px }
    .headline { font-size: 15px; font-weight: 600 }
    .time, .end text, .legend text { font-size: 11px }
    .time { font-weight: 600 }
    .origin { font-size: 10px }
    .middle, .block text { text-anchor: middle }
    .block text { font-size: 11px; font-weight: 600 }
    .block rect, .wake, .runnable, .choice, .passed { stroke-width: 1.5 }
    .block.early rect { stroke-width: 2 }
    .wake, .runnable, .suspended, .tick { fill: none }
    .suspended { stroke-width: 1.5; stroke-dasharray: 1 4; stroke-linecap: round }
    .tick, .stuck path { stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round }
    \(colors(day))
    @media (prefers-color-scheme: dark) {
    \(colors(night))
    }

    """

  private static let day = """
    card:#ffffff border:#dde2ea panel:#f5f7fa text:#1d2430 faint:#657083 line:#8996a9 dots:#a9b3c1
    pool:#dfe9fd pool-edge:#5f86d8 pool-text:#23407f actor:#d8f1ea actor-edge:#3a9c84 actor-text:#14594a
    main:#ebe3fb main-edge:#8c68d0 main-text:#4a2c88 early:#dc7f12 done:#3c9a5f stuck:#cf4048 able:#5f86d8
    """

  private static let night = """
    card:#0f141b border:#2b333f panel:#171e28 text:#e5eaf1 faint:#93a0b2 line:#6d7b8f dots:#56637a
    pool:#1d2f55 pool-edge:#6a93ea pool-text:#cfdefc actor:#143d35 actor-edge:#45b497 actor-text:#c0eee0
    main:#33255a main-edge:#a184e6 main-text:#e1d6fb early:#f0a03c done:#46ab6d stuck:#e5646b able:#6a93ea
    """

  private static let rules = """
    .card { fill: card; stroke: border }
    .rule { stroke: border }
    .panel { fill: panel }
    text { fill: text }
    .note, .time, .origin, .legend text { fill: faint }
    .wake, .runnable { stroke: line }
    .tip { fill: line }
    .jump { fill: faint }
    .suspended { stroke: dots }
    .pool rect { fill: pool; stroke: pool-edge }
    .pool text { fill: pool-text }
    .actor rect { fill: actor; stroke: actor-edge }
    .actor text { fill: actor-text }
    .main rect { fill: main; stroke: main-edge }
    .main text { fill: main-text }
    .block.early rect { stroke: early }
    .choice { fill: card; stroke: line }
    .overtook { fill: early }
    .passed { fill: card; stroke: early }
    .done { fill: done; stroke: card; stroke-width: 1.5 }
    .tick, .stuck path { stroke: card }
    .able path { fill: card }
    .dot.returned, .able circle { fill: able }
    .dot.stuck, .stuck circle, .stuck text { fill: stuck }
    """

  /// Returns the style rules with each color name replaced by its value in the palette.
  private static func colors(_ palette: String) -> String {
    palette.split(whereSeparator: \.isWhitespace).map { $0.split(separator: ":") }
      .reduce(rules) { rules, color in
        rules.replacing(": \(color[0]) }", with: ": \(color[1]) }")
          .replacing(": \(color[0]);", with: ": \(color[1]);")
      }
  }
}
