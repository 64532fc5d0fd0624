/// What the functions of one root call their values, and each other.
struct Names {
  private let variables: [Graph.Need: String]
  private let makers: [Int: String]
  private let suppliers: [Assembly.Edge: String]

  init(graph: Graph, owners: [Int], nodes: [Int], edges: [Assembly.Edge]) {
    var types: [String: [TypeReference]] = [:]
    var needs: [Graph.Need] = []
    var seen: Set<Graph.Need> = []
    for node in owners.map({ graph.nodes[$0] }) {
      let properties = node.properties.flatMap { property -> [Graph.Need] in
        let declaration = property.declaration
        let alias = declaration.alias.map { Graph.Need(label: $0.label, type: $0.type) }
        return [property.provided.need] + (alias.map { [$0] } ?? [])
      }
      for need in node.needs + node.optionalNeeds + properties where seen.insert(need).inserted {
        needs.append(need)
        types[need.label, default: []].append(need.type)
      }
    }
    var taken: Set<String> = []
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

  private static func unique(_ name: String, _ taken: inout Set<String>) -> String {
    var unique = name
    var count = 1
    while !taken.insert(unique).inserted {
      count += 1
      unique = "\(name)_\(count)"
    }
    return unique
  }
}
