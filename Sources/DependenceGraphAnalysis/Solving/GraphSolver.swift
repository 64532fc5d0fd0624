import DependenceGraphKernel

/// Computes the values that must be passed to create an instance of each type in a dependency
/// graph.
///
/// These are the values that the type itself receives and those needed to create its properties,
/// except for values that the type itself provides. In a valid graph, creating a root (a type that
/// the rest of the graph is created from) requires no such values.
struct GraphSolver {
  private let nodes: [Graph.Node]
  private var numbers: [Graph.Need: Int] = [:]
  private var list: [Graph.Need] = []
  private var needs: [BitSet] = []
  private var optionalNeeds: [BitSet] = []
  private var provided: [BitSet] = []
  private var providedOptionally: [BitSet] = []

  static func solve(_ graph: Graph) -> [Graph.Node] {
    var solver = GraphSolver(nodes: graph.nodes)
    solver.propagate(in: graph)
    return solver.solved()
  }

  private init(nodes: [Graph.Node]) {
    self.nodes = nodes
    for node in nodes {
      for (need, _) in node.received where numbers[need] == nil {
        numbers[need] = list.count
        list.append(need)
      }
    }
    for node in nodes {
      let received = node.received
      needs.append(set(of: received.filter { !$0.isOptional }.map(\.need)))
      optionalNeeds.append(set(of: received.filter(\.isOptional).map(\.need)))
      let own = node.provided
      provided.append(set(of: own))
      providedOptionally.append(set(of: own + own.map(\.wrapped)))
    }
  }

  private func set(of needs: [Graph.Need]) -> BitSet {
    var set = BitSet(capacity: list.count)
    for number in needs.compactMap({ numbers[$0] }) { set.insert(number) }
    return set
  }

  private mutating func propagate(in graph: Graph) {
    var queue = stronglyConnectedComponents(of: graph.children).flatMap(\.self)
    var isQueued = Array(repeating: true, count: nodes.count)
    var next = 0
    while next < queue.count {
      let node = queue[next]
      next += 1
      isQueued[node] = false
      for parent in graph.parents[node] {
        let grows = needs[parent].formUnion(needs[node], subtracting: provided[parent])
        let (optional, kept) = (optionalNeeds[node], providedOptionally[parent])
        let growsOptionally = optionalNeeds[parent].formUnion(optional, subtracting: kept)
        if grows || growsOptionally, !isQueued[parent] {
          isQueued[parent] = true
          queue.append(parent)
        }
      }
    }
  }

  private func solved() -> [Graph.Node] {
    var solved = nodes
    for index in nodes.indices {
      solved[index].needs = needs[index].elements.map { list[$0] }.sorted()
      let needed = Set(solved[index].needs)
      solved[index].optionalNeeds = optionalNeeds[index].elements.map { list[$0] }
        .filter { !needed.contains($0) }.sorted()
    }
    for node in nodes.indices { solved[node].makingOrder = Self.makingOrder(of: node, in: solved) }
    return solved
  }

  /// Returns, for each property of a type, the indices of the type's properties that must be
  /// created before that property. A property whose value is used only if it is provided
  /// (`onlyIfAvailable`) is omitted if including it would cause a cycle.
  static func siblings(in nodes: [Graph.Node], of node: Int) -> [[Int]] {
    let (required, optional) = wantedSiblings(in: nodes, of: node)
    guard optional.contains(where: { !$0.isEmpty }) else { return required }
    let all = zip(required, optional).map { Set($0 + $1).sorted() }
    let component = componentNumbers(of: stronglyConnectedComponents(of: all))
    return all.indices.map { index in
      all[index].filter { component[$0] != component[index] || required[index].contains($0) }
    }
  }

  /// Returns two lists for each property of a type. Both contain indices of the type's properties.
  /// To create the property, the values in the first list are required, and those in the second
  /// list are used only if they are provided (`onlyIfAvailable`).
  static func wantedSiblings(in nodes: [Graph.Node], of node: Int) -> (
    required: [[Int]], optional: [[Int]]
  ) {
    let properties = nodes[node].properties
    var creators: [Graph.Need: Int] = [:]
    for (index, property) in properties.enumerated() where property.isMade {
      // A property of an optional type, such as `User?`, also provides the value for the wrapped
      // type, such as `User`, unless another property provides that value.
      if creators[property.need.wrapped] == nil { creators[property.need.wrapped] = index }
      creators[property.need] = index
    }
    var required = properties.map { _ in [Int]() }
    var optional = required
    for (index, property) in properties.enumerated() where property.isMade {
      if let alias = property.alias {
        if property.declaration.onlyIfAvailable {
          optional[index] = creators[alias.wrapped].map { [$0] } ?? []
        } else {
          required[index] = creators[alias].map { [$0] } ?? []
        }
      } else if let child = property.child {
        let needed = nodes[child].needs.compactMap { need in
          creators[need].flatMap { properties[$0].need == need ? $0 : nil }
        }
        required[index] = Set(needed).sorted()
        optional[index] = Set(nodes[child].optionalNeeds.compactMap { creators[$0] }).sorted()
      }
    }
    return (required, optional)
  }

  /// Returns the indices of the properties whose values a type creates, in creation order. Each
  /// property comes after the properties that it depends on. Properties that depend on each other
  /// in a cycle, and properties that depend on one of these, are omitted.
  private static func makingOrder(of node: Int, in nodes: [Graph.Node]) -> [Int] {
    let siblings = siblings(in: nodes, of: node)
    let components = stronglyConnectedComponents(of: siblings)
    var order: [Int] = []
    var isOrdered = Array(repeating: false, count: siblings.count)
    for component in components where component.count == 1 {
      let index = component[0]
      guard nodes[node].properties[index].isMade, siblings[index].allSatisfy({ isOrdered[$0] })
      else { continue }
      isOrdered[index] = true
      order.append(index)
    }
    return order
  }
}
