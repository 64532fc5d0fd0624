import DependenceGraphKernel

/// Renders a dependency graph in Graphviz's DOT language. Dashed arrows lead to types that are
/// created on demand, and dotted arrows lead to dependency keys that a type reads.
enum DotReport {
  private static let boxStyles: [GraphPicture.Box.Kind: String] = [
    .root: ", peripheries=2", .key: ", shape=ellipse", .module: ", shape=folder",
  ]
  private static let styles: [GraphPicture.Arrow.Kind: String] = [
    .makesLater: ", style=dashed", .reads: ", style=dotted",
  ]

  static func render(_ analysis: Analysis, _ part: GraphPicture.Part? = nil) -> String {
    let picture = GraphPicture(analysis, part ?? .everything)
    var lines = [
      "digraph dependence {",
      "  rankdir=LR;",
      "  node [shape=box, style=rounded, fontname=\"Helvetica\"];",
      "  edge [fontname=\"Helvetica\", fontsize=10];",
    ]
    for (index, box) in picture.boxes.enumerated() {
      let boxStyle = boxStyles[box.kind] ?? ""
      let tooltip = quoted(box.caption)
      lines.append("  n\(index) [label=\(quoted(box.name)), tooltip=\(tooltip)\(boxStyle)];")
    }
    for arrow in picture.arrows {
      let style = styles[arrow.kind] ?? ""
      let label = quoted(arrow.count.map(String.init) ?? arrow.label)
      lines.append("  n\(arrow.from) -> n\(arrow.to) [label=\(label)\(style)];")
    }
    return (lines + ["}"]).map { "\($0)\n" }.joined()
  }

  private static func quoted(_ text: String) -> String {
    guard text.contains(anyOf: "\\\"") else { return "\"\(text.printable)\"" }
    let escaped = text.printable.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }
}
