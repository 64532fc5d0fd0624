/// The generated functions that create a root (a type that the rest of the graph is created from)
/// and all of its direct and indirect dependencies.
///
/// A `make_…` function creates an instance of a type, and a `supply_…` function creates a
/// property's value. All of them are local functions in one generated function, because local
/// functions can call each other recursively. Recursion is necessary if two types create each other
/// on demand.
struct Assembly {
  /// An edge in the dependency graph. It leads from a property to the type that generated code
  /// instantiates to provide the property's value. Properties with equal edges share one generated
  /// `supply_…` function, which creates the value.
  struct Edge: Hashable {
    /// The property's name, which a test uses to override the property's value, or `nil` in code
    /// for the app, which does not override values.
    var label: String?
    var type: TypeName
    var child: Int
    var instantiator: Graph.Instantiator
    var isErased: Bool
  }

  let graph: Graph
  let root: Int
  /// The generated test doubles that replace dependencies in a test, or `nil` if the functions
  /// create the graph for the app.
  let doubles: Doubles?
  /// The indices of the types that need a `make_…` function, which creates an instance of the type.
  /// These are the types that the root creates, directly or indirectly. The root is included only
  /// if one of these types creates another instance of the root.
  let nodes: [Int]
  private(set) var edges: [Edge] = []
  private(set) var sendable: Set<Int> = []
  private(set) var sendableEdges: Set<Edge> = []
  /// The edges (from a property to the type that is created for its value) of properties whose
  /// values are passed to an actor's initializer.
  private(set) var sentEdges: Set<Edge> = []
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
    for owner in owners where graph.nodes[owner].type.kind == .actor {
      sentEdges.formUnion(graph.nodes[owner].properties.compactMap { Edge($0, isTest: isTest) })
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

  /// Returns the index of the type that generated code creates for a property, or `nil` if it
  /// creates none, for example because a test double replaces the dependency.
  static func child(of property: Graph.Property, in graph: Graph, _ doubles: Doubles?) -> Int? {
    guard let child = property.child else { return nil }
    return doubles.map { $0.replacement(for: property, of: graph) == .none } ?? true ? child : nil
  }
}

extension Assembly.Edge {
  /// Creates the edge from a property to the type that is created for its value. Returns `nil` if
  /// the property needs no `supply_…` function: either the graph does not create the value, or
  /// generated code can call the `make_…` function of the value's type directly.
  init?(_ property: Graph.Property, isTest: Bool) {
    guard let child = property.child, isTest || !property.isConstant else { return nil }
    self.init(
      label: isTest ? property.declaration.label : nil,
      type: property.type,
      child: child,
      instantiator: property.instantiator,
      isErased: property.isErased
    )
  }

  var need: Graph.Need { Graph.Need(label: label ?? "", type: type) }

  /// The property's type without a `?`. For an instantiator (a factory), this is the type of the
  /// instances that it creates.
  var standsFor: TypeName {
    instantiator == .none ? type.unwrapped : type.unwrapped.arguments.last ?? type
  }
}
