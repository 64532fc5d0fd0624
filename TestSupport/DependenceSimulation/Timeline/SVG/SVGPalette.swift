/// The colours of a picture.
struct SVGPalette {
  /// A block: its area, its border and its text.
  struct Ink {
    let fill: String
    let stroke: String
    let text: String
  }

  let card: String
  let border: String
  let panel: String
  let text: String
  let faint: String
  let line: String
  let dots: String
  let pool: Ink
  let actor: Ink
  let main: Ink
  let early: String
  let done: String
  let stuck: String
  let able: String

  static let day = SVGPalette(
    card: "#ffffff",
    border: "#dde2ea",
    panel: "#f5f7fa",
    text: "#1d2430",
    faint: "#657083",
    line: "#8996a9",
    dots: "#a9b3c1",
    pool: Ink(fill: "#dfe9fd", stroke: "#5f86d8", text: "#23407f"),
    actor: Ink(fill: "#d8f1ea", stroke: "#3a9c84", text: "#14594a"),
    main: Ink(fill: "#ebe3fb", stroke: "#8c68d0", text: "#4a2c88"),
    early: "#dc7f12",
    done: "#3c9a5f",
    stuck: "#cf4048",
    able: "#5f86d8"
  )

  static let night = SVGPalette(
    card: "#0f141b",
    border: "#2b333f",
    panel: "#171e28",
    text: "#e5eaf1",
    faint: "#93a0b2",
    line: "#6d7b8f",
    dots: "#56637a",
    pool: Ink(fill: "#1d2f55", stroke: "#6a93ea", text: "#cfdefc"),
    actor: Ink(fill: "#143d35", stroke: "#45b497", text: "#c0eee0"),
    main: Ink(fill: "#33255a", stroke: "#a184e6", text: "#e1d6fb"),
    early: "#f0a03c",
    done: "#46ab6d",
    stuck: "#e5646b",
    able: "#6a93ea"
  )

  var rules: String {
    """
    .card { fill: \(card); stroke: \(border) }
    .rule { stroke: \(border) }
    .panel { fill: \(panel) }
    text { fill: \(text) }
    .note, .time, .origin, .legend text { fill: \(faint) }
    .wake, .runnable { stroke: \(line) }
    .tip { fill: \(line) }
    .jump { fill: \(faint) }
    .suspended { stroke: \(dots) }
    \(rule("pool", pool))
    \(rule("actor", actor))
    \(rule("main", main))
    .block.early rect { stroke: \(early) }
    .choice { fill: \(card); stroke: \(line) }
    .overtook { fill: \(early) }
    .passed { fill: \(card); stroke: \(early) }
    .done { fill: \(done); stroke: \(card); stroke-width: 1.5 }
    .tick, .stuck path { stroke: \(card) }
    .able path { fill: \(card) }
    .dot.returned, .able circle { fill: \(able) }
    .dot.stuck, .stuck circle, .stuck text { fill: \(stuck) }
    """
  }

  private func rule(_ name: String, _ ink: Ink) -> String {
    """
    .\(name) rect { fill: \(ink.fill); stroke: \(ink.stroke) }
    .\(name) text { fill: \(ink.text) }
    """
  }
}
