import DependenceGraphKernel

/// A graph in the language of Graphviz. Dashed arrows wait for an instantiator, dotted ones read a key.
enum DotReport {
  static func render(_ analysis: Analysis, _ part: GraphPicture.Part? = nil) -> String {
    let picture = GraphPicture(analysis, part ?? .everything)
    var lines = [
      "digraph dependence {",
      "  rankdir=LR;",
      "  node [shape=box, style=rounded, fontname=\"Helvetica\"];",
      "  edge [fontname=\"Helvetica\", fontsize=10];",
    ]
    for (index, box) in picture.boxes.enumerated() {
      let look =
        switch box.kind {
        case .root: ", peripheries=2"
        case .type: ""
        case .key: ", shape=ellipse"
        case .module: ", shape=folder"
        }
      lines.append(
        "  n\(index) [label=\(quoted(box.name)), tooltip=\(quoted(box.caption))\(look)];"
      )
    }
    for arrow in picture.arrows {
      let look =
        switch arrow.kind {
        case .makes: ""
        case .makesLater: ", style=dashed"
        case .reads: ", style=dotted"
        }
      let label = arrow.count.map(String.init) ?? arrow.label
      lines.append("  n\(arrow.from) -> n\(arrow.to) [label=\(quoted(label))\(look)];")
    }
    return (lines + ["}"]).map { "\($0)\n" }.joined()
  }

  private static func quoted(_ text: String) -> String {
    guard text.contains(anyOf: "\\\"") else { return "\"\(text.printable)\"" }
    let escaped = text.printable.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }
}
