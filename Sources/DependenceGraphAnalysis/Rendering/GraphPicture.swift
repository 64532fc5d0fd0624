/// What a picture of a graph shows: types, the keys that they read, and who makes or reads what.
struct GraphPicture {
  struct Box: Hashable {
    enum Kind: Hashable {
      case root
      case type
      case key
    }

    var name: String
    /// Where it comes from, in small letters.
    var caption: String
    var kind: Kind
  }

  struct Arrow: Hashable {
    enum Kind: Hashable {
      case makes
      /// By an instantiator.
      case makesLater
      case reads
    }

    var from: Int
    var to: Int
    var label: String
    var kind: Kind
  }

  private(set) var boxes: [Box] = []
  private(set) var arrows: [Arrow] = []

  init(_ analysis: Analysis) {
    let roots = Set(analysis.graph.roots)
    boxes = analysis.graph.nodes.enumerated().map { index, node in
      Box(
        name: node.made.description,
        caption: node.type.module,
        kind: roots.contains(index) ? .root : .type
      )
    }
    for (index, node) in analysis.graph.nodes.enumerated() {
      for property in node.properties {
        guard let child = property.child else { continue }
        arrows.append(
          Arrow(
            from: index,
            to: child,
            label: property.declaration.label,
            kind: property.declaration.isConstant ? .makes : .makesLater
          )
        )
      }
    }
    var keys: [String: Int] = [:]
    for (index, reads) in analysis.readsByNode.enumerated() {
      var seen: Set<String> = []
      for read in reads where seen.insert(read.name).inserted {
        if keys[read.name] == nil {
          keys[read.name] = boxes.count
          boxes.append(Box(name: read.name, caption: "key", kind: .key))
        }
        arrows.append(Arrow(from: index, to: keys[read.name]!, label: "", kind: .reads))
      }
    }
  }
}
