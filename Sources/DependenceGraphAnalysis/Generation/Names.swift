/// The names of the variables and functions in the code generated for a root (a type that the rest
/// of the graph is created from).
struct Names {
  static let ofTest: Set<String> = [
    "column", "configure", "configured", "fileID", "filePath", "line", "overrides",
    Doubles.location,
  ]

  private let variables: [Graph.Need: String]
  private var creationFunctions: [Int: String] = [:]
  private var suppliers: [Assembly.Edge: String] = [:]

  init(graph: Graph, owners: [Int], nodes: [Int], edges: [Assembly.Edge], reserved: Set<String>) {
    var needs: [Graph.Need] = []
    var seen: Set<Graph.Need> = []
    // Reserve type names, because a variable with the same name would shadow the type.
    var taken = reserved
    for node in owners.map({ graph.nodes[$0] }) {
      taken.formUnion(node.createdType.identifiers)
      let properties = node.properties.flatMap { [$0.provided.need, $0.alias].compactMap(\.self) }
      for need in node.passedValues + properties where seen.insert(need).inserted {
        needs.append(need)
        taken.formUnion(need.type.identifiers)
      }
    }
    variables = Self.names(for: needs, &taken)
    for index in nodes {
      let made = graph.nodes[index].createdType.description.nameFragment
      creationFunctions[index] = Self.unique("make_\(made)", &taken)
    }
    for edge in edges {
      let name = edge.label ?? graph.nodes[edge.child].createdType.description
      suppliers[edge] = Self.unique("supply_\(name.nameFragment)", &taken)
    }
  }

  func variable(_ need: Graph.Need) -> String { variables[need] ?? need.label.variableName }
  func creationFunction(_ node: Int) -> String { creationFunctions[node] ?? "make_\(node)" }
  func supplier(_ edge: Assembly.Edge) -> String { suppliers[edge] ?? "supply_\(edge.child)" }

  /// Returns a unique variable name for each property name and type in `needs`. If properties with
  /// the same name have different types, the variable names also include the type, as in
  /// `service_Clock`.
  static func names(for needs: [Graph.Need], _ taken: inout Set<String>) -> [Graph.Need: String] {
    let types = Dictionary(grouping: needs, by: \.label).mapValues { Set($0).count }
    var variables: [Graph.Need: String] = [:]
    for need in needs where variables[need] == nil {
      let isOnly = types[need.label] == 1
      let name = isOnly ? need.label : "\(need.label)_\(need.type.description.nameFragment)"
      variables[need] = unique(name, &taken).variableName
    }
    return variables
  }

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

extension TypeName {
  fileprivate var identifiers: Set<String> {
    Set(nominals.flatMap { [$0.name.firstComponent] + ($0.module.map { [$0] } ?? []) })
  }
}
