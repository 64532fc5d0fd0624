struct SVGPage {
  static let width = 800
  static let margin = 24
  private static let top = 70
  /// The maximum number of blocks of steps in a diagram. Diagrams of longer runs leave out blocks
  /// in the middle.
  static let mostBlocks = 400

  private let timeline: Timeline
  private let grid: SVGGrid
  private let first: [TimelineBand]
  private let last: [TimelineBand]

  init(_ timeline: Timeline) {
    self.timeline = timeline
    let all = timeline.blocks.indices
    let isWhole = all.count <= Self.mostBlocks
    let head = all.prefix(isWhole ? 0 : Self.mostBlocks / 2)
    let tail = isWhole ? all : all.suffix(Self.mostBlocks / 2)
    grid = SVGGrid(timeline, first: head, last: tail)
    first = grid.fold(head, of: timeline)
    last = grid.fold(tail, of: timeline)
  }

  var markup: String {
    var content = ""
    var y = Self.top
    for band in first { add(band, to: &content, &y) }
    if let from = first.last?.blocks.upperBound, let to = last.first?.blocks.lowerBound {
      let omission = timeline.omission(from..<to)
      content += Self.note("note middle", Self.width / 2, y + 10, omission)
      y += 34
    }
    for band in last { add(band, to: &content, &y) }
    let legend = SVGLegend(timeline, at: y + 6)
    let height = legend.bottom + Self.margin - 4
    return #"""
      <svg xmlns="http://www.w3.org/2000/svg" width="\#(Self.width)" height="\#(height)" \#
      viewBox="0 0 \#(Self.width) \#(height)" role="img" aria-label="\#(timeline.title.xml)">
      <style>\#(SVGStyle.sheet)</style>
      <rect class="card" x="1" y="1" width="\#(Self.width - 2)" height="\#(height - 2)" rx="12"/>
      \#(headline)\#(content)\#(legend.markup)</svg>

      """#
  }

  private func add(_ band: TimelineBand, to content: inout String, _ y: inout Int) {
    let picture = SVGBand(band, of: timeline, grid: grid, top: y)
    content += picture.markup
    y = picture.bottom + 22
  }

  private var headline: String {
    let hasFailed = timeline.ending != .returned || timeline.failureLine != nil
    let title = SVGText.fit(timeline.title, in: Self.width - 42 - Self.margin, size: 15)
    let note = timeline.failureLine == nil ? "" : timeline.headline + " "
    return #"<circle class="dot \#(hasFailed ? "stuck" : "returned")" cx="29" cy="31" r="5"/>\#n"#
      + Self.note("headline", 42, 36, title) + Self.note("note", 42, 55, note + timeline.summary)
  }

  static func note(_ style: String, _ x: Int, _ y: Int, _ text: String) -> String {
    #"<text class="\#(style)" x="\#(x)" y="\#(y)">\#(text.xml)</text>\#n"#
  }
}

/// A renderer that draws a run as a self-contained SVG diagram with colors for light and dark
/// pages.
struct TimelineSVG: Sendable {
  func draw(_ record: RunRecord) -> String { SVGPage(Timeline(record)).markup }
}
