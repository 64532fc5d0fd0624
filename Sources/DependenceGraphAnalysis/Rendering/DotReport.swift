/// A graph in the language of Graphviz. Dashed arrows wait for an instantiator, dotted ones read a key.
package enum DotReport {
  package static func render(_ analysis: Analysis) -> String {
    let picture = GraphPicture(analysis)
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
      lines.append("  n\(arrow.from) -> n\(arrow.to) [label=\(quoted(arrow.label))\(look)];")
    }
    return (lines + ["}"]).map { "\($0)\n" }.joined()
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.printable.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }
}
