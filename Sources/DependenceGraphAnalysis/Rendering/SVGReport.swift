/// A graph as a picture. Dashed arrows wait for an instantiator, dotted ones read a key; roots have a
/// thick border.
package enum SVGReport {
  private enum Size {
    static let character = 7.3
    static let padding = 12.0
    static let height = 38.0
    static let gap = 16.0
    static let passage = 8.0
    static let betweenColumns = 90.0
    static let margin = 20.0
  }

  private struct Frame {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    var middle: Double { y + height / 2 }
  }

  package static func render(_ analysis: Analysis) -> String {
    let picture = GraphPicture(analysis)
    let layout = LayeredLayout(
      boxes: picture.boxes.count,
      arrows: picture.arrows.map { ($0.from, $0.to) }
    )
    let (frames, size) = frames(of: picture, layout)
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(round(size.width))" \
      height="\(round(size.height))" viewBox="0 0 \(round(size.width)) \(round(size.height))" \
      font-family="ui-monospace, Menlo, monospace" font-size="12">
      """,
      style,
      """
      <defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" \
      orient="auto"><path d="M0 0 8 4 0 8z" class="tip"/></marker></defs>
      """,
    ]
    for (arrow, route) in zip(picture.arrows, layout.routes) {
      lines.append(draw(arrow, route: route, frames, picture))
    }
    for (index, box) in picture.boxes.enumerated() { lines.append(draw(box, in: frames[index])) }
    lines.append("</svg>")
    return lines.map { "\($0)\n" }.joined()
  }

  private static let style = """
    <style>
    svg { background: #fff; color-scheme: light dark; }
    rect { fill: #f6f8fa; stroke: #57606a; }
    .root rect { stroke-width: 2.5; }
    .key rect { fill: #fff8e1; stroke: #9a6700; }
    text { fill: #1f2328; text-anchor: middle; }
    .caption { fill: #57606a; font-size: 9px; }
    path { fill: none; stroke: #57606a; }
    .later { stroke-dasharray: 6 4; }
    .reads { stroke-dasharray: 1 4; stroke: #9a6700; }
    .tip { fill: #57606a; stroke: none; }
    @media (prefers-color-scheme: dark) {
    svg { background: #0d1117; }
    rect { fill: #161b22; stroke: #8b949e; }
    .key rect { fill: #272115; stroke: #d29922; }
    text { fill: #e6edf3; }
    .caption { fill: #8b949e; }
    path { stroke: #8b949e; }
    .reads { stroke: #d29922; }
    .tip { fill: #8b949e; }
    }
    </style>
    """

  // MARK: - Places

  private static func frames(
    of picture: GraphPicture,
    _ layout: LayeredLayout
  ) -> (frames: [Int: Frame], size: (width: Double, height: Double)) {
    let isBox = { (item: Int) in item < picture.boxes.count }
    let heights = layout.columns.map { column in
      column.reduce(0) { $0 + (isBox($1) ? Size.height : Size.passage) + Size.gap }
    }
    let tallest = heights.max() ?? 0
    var frames: [Int: Frame] = [:]
    var x = Size.margin
    for (column, items) in layout.columns.enumerated() {
      let width = items.filter(isBox).map { textWidth(picture.boxes[$0].name) }.max() ?? 0
      var y = Size.margin + (tallest - heights[column]) / 2
      for item in items {
        let height = isBox(item) ? Size.height : Size.passage
        frames[item] = Frame(x: x, y: y, width: width, height: height)
        y += height + Size.gap
      }
      x += width + Size.betweenColumns
    }
    let width = max(x - Size.betweenColumns + Size.margin, 2 * Size.margin)
    // Arrows that lead back run below.
    return (frames, (width + Size.margin, tallest + 2 * Size.margin))
  }

  /// Wide characters, as those of East Asia and emoji, take two places.
  private static func textWidth(_ text: String) -> Double {
    let places = text.printable.reduce(0) { places, character in
      places + (character.unicodeScalars.contains { $0.value >= 0x1100 } ? 2 : 1)
    }
    return Double(max(places, 4)) * Size.character + 2 * Size.padding
  }

  // MARK: - Drawing

  private static func draw(_ box: GraphPicture.Box, in frame: Frame?) -> String {
    guard let frame else { return "" }
    let name =
      switch box.kind {
      case .root: "root"
      case .type: "type"
      case .key: "key"
      }
    let middle = round(frame.x + frame.width / 2)
    let corner = box.kind == .key ? round(frame.height / 2) : "6"
    return """
      <g class="\(name)"><rect x="\(round(frame.x))" y="\(round(frame.y))" \
      width="\(round(frame.width))" height="\(round(frame.height))" rx="\(corner)"/>\
      <text x="\(middle)" y="\(round(frame.y + 17))">\(escaped(box.name))</text>\
      <text x="\(middle)" y="\(round(frame.y + 30))" class="caption">\(escaped(box.caption))</text></g>
      """
  }

  private static func draw(
    _ arrow: GraphPicture.Arrow,
    route: [Int],
    _ frames: [Int: Frame],
    _ picture: GraphPicture
  ) -> String {
    let places = route.compactMap { frames[$0] }
    guard let first = places.first, let last = places.last else { return "" }
    let style =
      switch arrow.kind {
      case .makes: "makes"
      case .makesLater: "later"
      case .reads: "reads"
      }
    var path = "M\(round(first.x + first.width)) \(round(first.middle))"
    if last.x > first.x {
      var x = first.x + first.width
      var y = first.middle
      for place in places.dropFirst() {
        let bend = round((x + place.x) / 2)
        path += " C\(bend) \(round(y)) \(bend) \(round(place.middle)) "
        path += "\(round(place.x)) \(round(place.middle))"
        if place.height < Size.height { path += " H\(round(place.x + place.width))" }
        x = place.x + place.width
        y = place.middle
      }
    } else {
      // Back, or within a column: out to the right and in from the left, between the rows.
      let right = round(first.x + first.width + Size.betweenColumns / 3)
      let left = round(last.x - Size.betweenColumns / 3)
      let between = round((first.middle + last.middle) / 2 + (first.y == last.y ? Size.height : 0))
      path += " C\(right) \(round(first.middle)) \(right) \(between)"
      path += " \(round(first.x + first.width / 2)) \(between)"
      path += " S\(left) \(round(last.middle)) \(round(last.x)) \(round(last.middle))"
    }
    let from = picture.boxes[arrow.from].name
    let to = picture.boxes[arrow.to].name
    let title = arrow.label.isEmpty ? "\(from) → \(to)" : "\(from).\(arrow.label) → \(to)"
    return """
      <path d="\(path)" class="\(style)" marker-end="url(#tip)"><title>\(escaped(title))</title></path>
      """
  }

  /// One decimal at most, and the same in every locale.
  private static func round(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let rest = abs(tenths) % 10
    return "\(sign)\(abs(tenths) / 10)\(rest == 0 ? "" : ".\(rest)")"
  }

  private static func escaped(_ text: String) -> String {
    text.printable.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
  }
}
