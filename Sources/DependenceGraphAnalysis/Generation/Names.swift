/// The names that the functions of one root give to their values, and to each other.
struct Names {
  static let ofTest: Set<String> = [
    "column", "configure", "configured", "fileID", "filePath", "line", "overrides", Doubles.place,
  ]

  private let variables: [Graph.Need: String]
  private let makers: [Int: String]
  private let suppliers: [Assembly.Edge: String]

  init(graph: Graph, owners: [Int], nodes: [Int], edges: [Assembly.Edge], reserved: Set<String>) {
    var types: [String: [TypeName]] = [:]
    var needs: [Graph.Need] = []
    var seen: Set<Graph.Need> = []
    // A value that is called as a type would be taken for it.
    var taken = reserved
    for node in owners.map({ graph.nodes[$0] }) {
      taken.formUnion(node.made.words)
      let properties = node.properties.flatMap { property in
        [property.provided.need] + (property.alias.map { [$0] } ?? [])
      }
      for need in node.needs + node.optionalNeeds + properties where seen.insert(need).inserted {
        needs.append(need)
        types[need.label, default: []].append(need.type)
        taken.formUnion(need.type.words)
      }
    }
    var variables: [Graph.Need: String] = [:]
    for need in needs {
      // A name that stands for values of several types is told apart by them.
      let isOnly = types[need.label]?.count == 1
      let name = isOnly ? need.label : "\(need.label)_\(need.type.description.nameFragment)"
      variables[need] = Self.unique(name, &taken).variableName
    }
    self.variables = variables

    makers = Dictionary(
      uniqueKeysWithValues: nodes.map { index in
        let made = graph.nodes[index].made.description.nameFragment
        return (index, Self.unique("make_\(made)", &taken))
      }
    )
    suppliers = Dictionary(
      uniqueKeysWithValues: edges.map { edge in
        let made = graph.nodes[edge.child].made.description
        return (edge, Self.unique("supply_\((edge.label ?? made).nameFragment)", &taken))
      }
    )
  }

  func variable(_ need: Graph.Need) -> String { variables[need] ?? need.label.variableName }
  func maker(_ node: Int) -> String { makers[node] ?? "make_\(node)" }
  func supplier(_ edge: Assembly.Edge) -> String { suppliers[edge] ?? "supply_\(edge.child)" }

  static func unique(_ name: String, _ taken: inout Set<String>) -> String {
    var unique = name
    var count = 1
    while !taken.insert(unique).inserted {
      count += 1
      unique = "\(name)_\(count)"
    }
    return unique
  }
}

extension TypeName {
  fileprivate var words: Set<String> {
    Set(nominals.flatMap { [$0.name.firstComponent] + ($0.module.map { [$0] } ?? []) })
  }
}
