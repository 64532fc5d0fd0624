/// What it takes to make one root: a function for each node, and for each way in which one comes by
/// another.
///
/// The functions stand side by side and take what they need as parameters, so that their number is
/// that of nodes and edges, and that screens may open each other.
struct Assembly {
  /// What the functions are for.
  enum Purpose {
    /// The app.
    case live
    /// A test, where protocols are met by doubles, and everything can be overridden.
    case test(Doubles)
  }

  /// A way in which a node comes by another, as far as it needs a function of its own.
  struct Edge: Hashable {
    /// Nil where the name of the property makes no difference.
    var label: String?
    var type: TypeReference
    var child: Int
    var instantiator: InjectedProperty.Instantiator
    var isErased: Bool
  }

  let graph: Graph
  let root: Int
  let purpose: Purpose
  let spelling: TypeSpelling
  /// The nodes that are made, without the root unless something below makes one, in order.
  let nodes: [Int]
  /// In the order in which they are met.
  let edges: [Edge]
  /// The nodes that are made from any isolation domain.
  let sendable: Set<Int>
  /// The edges whose functions are called from any isolation domain.
  let sendableEdges: Set<Edge>
  let names: Names

  init(graph: Graph, root: Int, purpose: Purpose, spelling: TypeSpelling) {
    self.graph = graph
    self.root = root
    self.purpose = purpose
    self.spelling = spelling

    var reached: Set<Int> = [root]
    var made: Set<Int> = []
    var pending = [root]
    while let index = pending.popLast() {
      for property in graph.nodes[index].properties {
        guard let child = purpose.child(of: property, in: graph) else { continue }
        made.insert(child)
        if reached.insert(child).inserted { pending.append(child) }
      }
    }
    nodes = made.sorted()

    var edges: [Edge] = []
    var known: Set<Edge> = []
    var seeds: [Int] = []
    let owners = [root] + nodes.filter { $0 != root }
    for owner in owners {
      for property in graph.nodes[owner].properties {
        guard let child = property.child else { continue }
        if property.declaration.instantiator.isSendable, reached.contains(child) {
          seeds.append(child)
        }
        if let edge = purpose.edge(for: property), known.insert(edge).inserted {
          edges.append(edge)
        }
      }
    }
    self.edges = edges

    var sendable: Set<Int> = []
    var sendableEdges: Set<Edge> = []
    while let index = seeds.popLast() {
      guard sendable.insert(index).inserted else { continue }
      for property in graph.nodes[index].properties {
        if let edge = purpose.edge(for: property) { sendableEdges.insert(edge) }
        if let child = purpose.child(of: property, in: graph) { seeds.append(child) }
      }
    }
    self.sendable = sendable
    self.sendableEdges = sendableEdges
    names = Names(graph: graph, owners: owners, nodes: nodes, edges: edges)
  }
}

extension Assembly.Purpose {
  var doubles: Doubles? {
    if case .test(let doubles) = self { doubles } else { nil }
  }

  /// The node that is made for a property; none, if a double takes its place.
  func child(of property: Graph.Property, in graph: Graph) -> Int? {
    guard let child = property.child else { return nil }
    return doubles.map { $0.stand(in: property, of: graph) == .none } ?? true ? child : nil
  }

  /// The function that a property needs beside that of its node.
  func edge(for property: Graph.Property) -> Assembly.Edge? {
    guard let child = property.child else { return nil }
    let declaration = property.declaration
    if doubles == nil, declaration.isConstant { return nil }
    return Assembly.Edge(
      label: doubles == nil ? nil : declaration.label,
      type: declaration.type,
      child: child,
      instantiator: declaration.instantiator,
      isErased: declaration.erasedToConcreteExistential
    )
  }
}

extension InjectedProperty.Instantiator {
  var isSendable: Bool { self == .sendableInstantiator || self == .sendableErasedInstantiator }
}
