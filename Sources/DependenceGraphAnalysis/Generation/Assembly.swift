/// The generated functions that create a root and all types below it. Each type and each property
/// has its own function. The functions can be recursive, because two screens may open each other.
struct Assembly {
  /// A property and the type that is created for it. Equal edges share one generated function.
  struct Edge: Hashable {
    /// The property name, by which tests override the value, or `nil` in the graph of the app.
    var label: String?
    var type: TypeName
    var child: Int
    var instantiator: Graph.Instantiator
    var isErased: Bool
  }

  let graph: Graph
  let root: Int
  /// The doubles that replace protocols in a graph for tests, or `nil` in the graph of the app.
  let doubles: Doubles?
  /// The types to create, by index. The root is included only if another type also creates it.
  let nodes: [Int]
  private(set) var edges: [Edge] = []
  private(set) var sendable: Set<Int> = []
  private(set) var sendableEdges: Set<Edge> = []
  private(set) var locations: [Edge: FileLocation] = [:]
  let names: Names
  let overrides: [Graph.Need: String]

  init(graph: Graph, root: Int, doubles: Doubles? = nil) {
    (self.graph, self.root, self.doubles) = (graph, root, doubles)
    let isTest = doubles != nil
    let children = { (index: Int) in
      graph.nodes[index].properties.compactMap { Self.child(of: $0, in: graph, doubles) }
    }
    var reached: Set<Int> = [root]
    var made: Set<Int> = []
    var pending = [root]
    while let index = pending.popLast() {
      let children = children(index)
      made.formUnion(children)
      pending += children.filter { reached.insert($0).inserted }
    }
    nodes = made.sorted()

    var seeds: [Int] = []
    let owners = [root] + nodes.filter { $0 != root }
    for property in owners.flatMap({ graph.nodes[$0].properties }) {
      if let child = property.child, property.instantiator.isSendable, reached.contains(child) {
        seeds.append(child)
      }
      if let edge = Edge(property, isTest: isTest), locations[edge] == nil {
        locations[edge] = property.declaration.location
        edges.append(edge)
      }
    }
    while let index = seeds.popLast() {
      guard sendable.insert(index).inserted else { continue }
      let properties = graph.nodes[index].properties
      sendableEdges.formUnion(properties.compactMap { Edge($0, isTest: isTest) })
      seeds += children(index)
    }
    let reserved = isTest ? Names.ofTest : []
    names = Names(graph: graph, owners: owners, nodes: nodes, edges: edges, reserved: reserved)
    var taken: Set<String> = []
    overrides = Names.names(for: edges.map(\.need), &taken)
  }

  /// Returns the index of the type to create for a property, or `nil` if a double replaces it.
  static func child(of property: Graph.Property, in graph: Graph, _ doubles: Doubles?) -> Int? {
    guard let child = property.child else { return nil }
    return doubles.map { $0.replacement(for: property, of: graph) == .none } ?? true ? child : nil
  }
}

extension Assembly.Edge {
  /// Creates the edge of a property, or returns `nil` if the property needs no function of its own
  /// because it can call the function of its type.
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

  var need: Graph.Need { Graph.Need(label: label ?? "", type: type) }

  /// The type that is created: the property's type, or the type that its instantiator creates.
  var standsFor: TypeName {
    instantiator == .none ? type.unwrapped : type.unwrapped.arguments.last ?? type
  }
}
