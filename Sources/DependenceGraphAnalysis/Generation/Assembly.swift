/// The functions that make one root, side by side: one for each node, and one for each edge. Each
/// takes what it needs as parameters, so that screens may open each other.
struct Assembly {
  /// A way in which a node comes by another, as far as it needs a function of its own.
  struct Edge: Hashable {
    /// Nil where the name of the property makes no difference.
    var label: String?
    var type: TypeName
    var child: Int
    var instantiator: Graph.Instantiator
    var isErased: Bool
  }

  let graph: Graph
  let root: Int
  /// The doubles that a test meets protocols with; nil for the app.
  let doubles: Doubles?
  /// The nodes that are made, without the root unless something below makes one, in order.
  let nodes: [Int]
  let edges: [Edge]
  let sendable: Set<Int>
  let sendableEdges: Set<Edge>
  let places: [Edge: SourcePlace]
  let names: Names
  let overrides: [Graph.Need: String]

  init(graph: Graph, root: Int, doubles: Doubles? = nil) {
    self.graph = graph
    self.root = root
    self.doubles = doubles

    var reached: Set<Int> = [root]
    var made: Set<Int> = []
    var pending = [root]
    while let index = pending.popLast() {
      for property in graph.nodes[index].properties {
        guard let child = Self.child(of: property, in: graph, doubles) else { continue }
        made.insert(child)
        if reached.insert(child).inserted { pending.append(child) }
      }
    }
    nodes = made.sorted()

    var edges: [Edge] = []
    var places: [Edge: SourcePlace] = [:]
    var seeds: [Int] = []
    let owners = [root] + nodes.filter { $0 != root }
    for owner in owners {
      for property in graph.nodes[owner].properties {
        guard let child = property.child else { continue }
        if property.instantiator.isSendable, reached.contains(child) { seeds.append(child) }
        if let edge = Edge(property, isTest: doubles != nil), places[edge] == nil {
          places[edge] = property.declaration.place
          edges.append(edge)
        }
      }
    }
    self.edges = edges
    self.places = places

    var sendable: Set<Int> = []
    var sendableEdges: Set<Edge> = []
    while let index = seeds.popLast() {
      guard sendable.insert(index).inserted else { continue }
      for property in graph.nodes[index].properties {
        if let edge = Edge(property, isTest: doubles != nil) { sendableEdges.insert(edge) }
        if let child = Self.child(of: property, in: graph, doubles) { seeds.append(child) }
      }
    }
    self.sendable = sendable
    self.sendableEdges = sendableEdges
    names = Names(
      graph: graph,
      owners: owners,
      nodes: nodes,
      edges: edges,
      reserved: doubles == nil ? [] : Names.ofTest
    )
    overrides = Self.overrides(of: edges)
  }
}

extension Assembly {
  private static func overrides(of edges: [Edge]) -> [Graph.Need: String] {
    let needs = Dictionary(grouping: edges.map(\.need), by: \.label).mapValues { Set($0).count }
    var taken: Set<String> = []
    var overrides: [Graph.Need: String] = [:]
    for need in edges.map(\.need) where overrides[need] == nil {
      let isOnly = needs[need.label] == 1
      let name = isOnly ? need.label : "\(need.label)_\(need.type.description.nameFragment)"
      overrides[need] = Names.unique(name, &taken).variableName
    }
    return overrides
  }
}

extension Assembly {
  /// The node that is made for a property; none, if a double takes its place.
  static func child(of property: Graph.Property, in graph: Graph, _ doubles: Doubles?) -> Int? {
    guard let child = property.child else { return nil }
    return doubles.map { $0.stand(in: property, of: graph) == .none } ?? true ? child : nil
  }
}

extension Assembly.Edge {
  /// The function that a property needs beside that of its node.
  init?(_ property: Graph.Property, isTest: Bool) {
    guard let child = property.child, isTest || !property.isConstant else { return nil }
    self.init(
      label: isTest ? property.declaration.label : nil,
      type: property.type,
      child: child,
      instantiator: property.instantiator,
      isErased: property.declaration.erasedToConcreteExistential
    )
  }
}
