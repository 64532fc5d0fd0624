/// A timeline laid out on a page.
struct SVGPage {
  static let width = 800
  static let margin = 24
  private static let top = 70

  private let timeline: Timeline
  private let grid: SVGGrid
  private let first: [TimelineBand]
  private let last: [TimelineBand]

  /// - Parameter blocks: How many to draw at most.
  init(_ timeline: Timeline, blocks limit: Int) {
    self.timeline = timeline
    let all = timeline.blocks.indices
    let isWhole = all.count <= limit
    let head = isWhole ? all.prefix(0) : all.prefix(limit / 2)
    let tail = isWhole ? all : all.suffix(limit - limit / 2)
    grid = SVGGrid(timeline, first: head, last: tail)
    first = grid.fold(head, of: timeline)
    last = grid.fold(tail, of: timeline)
  }

  var markup: String {
    var content = ""
    var y = Self.top
    for band in first { add(band, to: &content, &y) }
    if let from = first.last?.blocks.upperBound, let to = last.first?.blocks.lowerBound {
      content += omission(from..<to, at: y)
      y += 34
    }
    for band in last { add(band, to: &content, &y) }
    let legend = SVGLegend(timeline, at: y + 6)
    let height = legend.bottom + Self.margin - 4
    return Markup.element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": Self.width, "height": height,
        "viewBox": "0 0 \(Self.width) \(height)", "role": "img", "aria-label": timeline.headline,
      ],
      "\n" + Markup.element("style", [:], SVGStyle.sheet) + card(height) + headline + content
        + legend.markup
    )
  }

  private func add(_ band: TimelineBand, to content: inout String, _ y: inout Int) {
    let isLast = band.blocks.upperBound == timeline.blocks.count
    let picture = SVGBand(band, of: timeline, grid: grid, top: y, isLast: isLast)
    content += picture.markup
    y = picture.bottom + 22
  }

  private func card(_ height: Int) -> String {
    Markup.element(
      "rect",
      [
        "class": "card", "x": 1, "y": 1, "width": Self.width - 2, "height": height - 2, "rx": 12,
      ]
    )
  }

  private var headline: String {
    let ending = timeline.ending == .returned ? "returned" : "stuck"
    return Markup.element("circle", ["class": "dot \(ending)", "cx": 29, "cy": 31, "r": 5])
      + Markup.text("text", ["class": "headline", "x": 42, "y": 36], timeline.headline)
      + Markup.text("text", ["class": "note", "x": 42, "y": 55], timeline.summary)
  }

  private func omission(_ blocks: Range<Int>, at y: Int) -> String {
    let from = timeline.blocks[blocks.lowerBound].steps.lowerBound + 1
    let to = timeline.blocks[blocks.upperBound - 1].steps.upperBound
    return Markup.text(
      "text",
      ["class": "note middle", "x": Self.width / 2, "y": y + 10],
      "steps \(from) to \(to) are left out"
    )
  }
}
