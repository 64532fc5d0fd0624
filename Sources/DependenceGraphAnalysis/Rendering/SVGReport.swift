import DependenceGraphKernel

/// Renders a dependency graph as an SVG image. Roots (types that the rest of the graph is created
/// from) have a thick border. Dashed arrows lead to types that are created on demand, and dotted
/// arrows lead to dependency keys that a type reads.
struct SVGReport {
  private enum Size {
    static let character = 7.3
    static let smallCharacter = 5.5
    static let padding = 12.0
    static let height = 38.0
    static let gap = 16.0
    static let passage = 8.0
    static let betweenColumns = 90.0
    static let betweenPieces = 24.0
    static let margin = 20.0
    /// The maximum number of types to draw. If a graph has more, each module is drawn as one box.
    /// If a single module has more, only the types that lead to the most other types get their own
    /// boxes.
    static let mostBoxes = 200
    /// The maximum length of a name in characters. A longer name is shortened in the middle.
    static let mostCharacters = 44
    /// The maximum number of boxes in a column of a small graph. Larger graphs have longer columns.
    static let rows = 24
  }

  private struct Frame {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    var middle: Double { y + height / 2 }
    var right: Double { x + width }
  }

  private let picture: GraphPicture
  private var frames: [Int: Frame] = [:]

  static func render(_ analysis: Analysis, _ part: GraphPicture.Part? = nil) -> String {
    let nodes = analysis.graph.nodes
    let isLarge =
      nodes.count > Size.mostBoxes && nodes.contains { $0.type.module != nodes[0].type.module }
    let whole = isLarge ? GraphPicture.Part.modules : .everything
    var report = SVGReport(picture: GraphPicture(analysis, part ?? whole, most: Size.mostBoxes))
    return report.text()
  }

  private mutating func text() -> String {
    let arrows = picture.arrows.map { ($0.from, $0.to) }
    let layout = LayeredLayout(boxes: picture.boxes.count, arrows: arrows)
    let (width, height) = place(layout.columns)
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" font-family="ui-monospace, Menlo, monospace" font-size="12">
      """,
      Self.style,
      """
      <defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" \
      orient="auto"><path d="M0 0 8 4 0 8z" class="tip"/></marker></defs>
      """,
    ]
    lines += zip(picture.arrows, layout.routes).map { draw($0, along: $1) }
    lines += picture.boxes.enumerated().map { draw($1, in: frames[$0]) }
    return (lines + ["</svg>"]).map { "\($0)\n" }.joined()
  }

  private static let style = """
    <style>
    svg { background: #fff; color-scheme: light dark; }
    rect { fill: #f6f8fa; stroke: #57606a; }
    .root rect { stroke-width: 2.5; }
    .key rect { fill: #fff8e1; stroke: #9a6700; }
    text { fill: #1f2328; text-anchor: middle; }
    .module rect { fill: #ddf4ff; stroke: #0969da; }
    .caption, .count { fill: #57606a; font-size: 9px; }
    .halo { fill: #fff; stroke: #fff; stroke-width: 3; font-size: 9px; }
    path { fill: none; stroke: #57606a; }
    .later { stroke-dasharray: 6 4; }
    .reads { stroke-dasharray: 1 4; stroke: #9a6700; }
    .tip { fill: #57606a; stroke: none; }
    @media (prefers-color-scheme: dark) {
    svg { background: #0d1117; }
    rect { fill: #161b22; stroke: #8b949e; }
    .key rect { fill: #272115; stroke: #d29922; }
    text { fill: #e6edf3; }
    .module rect { fill: #0c2d6b; stroke: #388bfd; }
    .caption, .count { fill: #8b949e; }
    .halo { fill: #0d1117; stroke: #0d1117; }
    path { stroke: #8b949e; }
    .reads { stroke: #d29922; }
    .tip { fill: #8b949e; }
    }
    </style>
    """

  /// Computes the positions and sizes of all boxes and of the gaps that arrows pass through.
  /// Returns the size of the image.
  private mutating func place(_ columns: [[Int]]) -> (width: String, height: String) {
    let boxes = picture.boxes
    let isBox = { (item: Int) in item < boxes.count }
    let rows = max(Size.rows, Int(1.5 * Double(boxes.count).squareRoot()))
    // Split tall columns into pieces and draw the pieces side by side, so that the image does not
    // become too tall.
    let columns = columns.map { column in
      stride(from: 0, to: column.count, by: rows).map { column[$0..<min($0 + rows, column.count)] }
    }
    func height(of piece: ArraySlice<Int>) -> Double {
      piece.reduce(0) { $0 + (isBox($1) ? Size.height : Size.passage) + Size.gap }
    }
    let tallest = columns.joined().map(height).max() ?? 0
    var x = Size.margin
    for pieces in columns {
      for piece in pieces {
        let width = piece.filter(isBox).map { Self.width(of: boxes[$0]) }.max() ?? 0
        var y = Size.margin + (tallest - height(of: piece)) / 2
        for item in piece {
          let height = isBox(item) ? Size.height : Size.passage
          frames[item] = Frame(x: x, y: y, width: width, height: height)
          y += height + Size.gap
        }
        x += width + Size.betweenPieces
      }
      x += Size.betweenColumns - Size.betweenPieces
    }
    let width = max(x - Size.betweenColumns + Size.margin, 2 * Size.margin)
    // Leave room to the right of the boxes and below them. An arrow to a box that is directly
    // above, below, or further left runs around the boxes and may extend into these areas.
    return (round(width + Size.margin), round(tallest + 2 * Size.margin))
  }

  private static func width(of box: GraphPicture.Box) -> Double {
    let name = Size.character * columnCount(of: shortened(box.name))
    let caption = Size.smallCharacter * columnCount(of: shortened(box.caption))
    return max(name, caption, 4 * Size.character) + 2 * Size.padding
  }

  /// Returns `text`, shortened in the middle with an ellipsis if it is too long for a box.
  private static func shortened(_ text: String) -> String {
    let half = Size.mostCharacters / 2 - 1
    return text.count <= Size.mostCharacters
      ? text : "\(text.prefix(half))…\(text.suffix(half))"
  }

  /// Returns the width of `text`, measured in Latin characters. An East Asian character or an emoji
  /// is as wide as two of them.
  private static func columnCount(of text: String) -> Double {
    if text.isPlain { return Double(text.utf8.count) }
    return text.printable.reduce(0) { count, character in
      count + (character.unicodeScalars.contains { $0.value >= 0x1100 } ? 2 : 1)
    }
  }

  private func draw(_ box: GraphPicture.Box, in frame: Frame?) -> String {
    guard let frame else { return "" }
    let corner = box.kind == .key ? round(frame.height / 2) : "6"
    let isWhole = Self.shortened(box.name) == box.name
    let title = isWhole ? "" : "<title>\(escaped(box.name))</title>"
    func text(_ text: String, below offset: Double, _ size: Double, _ style: String) -> String {
      let shown = Self.shortened(text)
      // The `textLength` attribute makes the text fit into its box regardless of the font.
      return """
        <text x="\(round(frame.x + frame.width / 2))" y="\(round(frame.y + offset))"\(style) \
        textLength="\(round(size * Self.columnCount(of: shown)))" lengthAdjust="spacingAndGlyphs">\(escaped(shown))</text>
        """
    }
    return """
      <g class="\(box.kind.rawValue)">\(title)<rect x="\(round(frame.x))" y="\(round(frame.y))" \
      width="\(round(frame.width))" height="\(round(frame.height))" rx="\(corner)"/>\
      \(text(box.name, below: 17, Size.character, ""))\
      \(text(box.caption, below: 30, Size.smallCharacter, " class=\"caption\""))</g>
      """
  }

  private func draw(_ arrow: GraphPicture.Arrow, along route: [Int]) -> String {
    let passed = route.compactMap { frames[$0] }
    guard let first = passed.first, let last = passed.last else { return "" }
    var path = "M\(round(first.right)) \(round(first.middle))"
    if last.x > first.x {
      for (before, next) in zip(passed, passed.dropFirst()) {
        let bend = round((before.right + next.x) / 2)
        path += " C\(bend) \(round(before.middle)) \(bend) \(round(next.middle)) "
        path += "\(round(next.x)) \(round(next.middle))"
        if next.height < Size.height { path += " H\(round(next.right))" }
      }
    } else {
      // The target of this arrow is not to the right of the box where the arrow starts. Let the
      // arrow leave that box on the right side, and enter the target on the left side.
      let right = round(first.right + Size.betweenColumns / 3)
      let left = round(last.x - Size.betweenColumns / 3)
      let between = round((first.middle + last.middle) / 2 + (first.y == last.y ? Size.height : 0))
      path += " C\(right) \(round(first.middle)) \(right) \(between)"
      path += " \(round(first.x + first.width / 2)) \(between)"
      path += " S\(left) \(round(last.middle)) \(round(last.x)) \(round(last.middle))"
    }
    let (from, to) = (picture.boxes[arrow.from], picture.boxes[arrow.to])
    let property = arrow.label.isEmpty ? "" : ".\(arrow.label)"
    let title = "\(from.name)\(property) → \(to.name)\(arrow.count.map { ": \($0)" } ?? "")"
    let line = """
      <path d="\(path)" class="\(arrow.kind.rawValue)" marker-end="url(#tip)">\
      <title>\(escaped(title))</title></path>
      """
    // An arrow in the image can combine several arrows in the graph. Show their number only if the
    // arrow leads from a module's box to another module's box or to a box for dependency keys,
    // because numbers on all arrows would clutter the image.
    guard let count = arrow.count, from.kind == .module, to.kind != .type, to.kind != .root
    else { return line }
    let before = passed.dropLast().last ?? last
    let x = round((before.right + last.x) / 2)
    let y = round((before.middle + last.middle) / 2 - 3)
    let text = "x=\"\(x)\" y=\"\(y)\">\(count)</text>"
    return "\(line)<text class=\"halo\" \(text)<text class=\"count\" \(text)"
  }

  private func round(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let rest = abs(tenths) % 10
    return "\(sign)\(abs(tenths) / 10)\(rest == 0 ? "" : ".\(rest)")"
  }

  private func escaped(_ text: String) -> String {
    guard text.contains(anyOf: "&<>\"") else { return text.printable }
    return text.printable.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
  }
}
