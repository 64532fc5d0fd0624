/// Works out what every node needs: what it receives, and what those that it makes need and it does
/// not provide.
///
/// Once for each node, however many chains lead to it. What is available is accounted for on the way
/// up, so that a root is complete exactly if it needs nothing.
struct GraphSolver {
  private let nodes: [Graph.Node]
  private var numbers: [Graph.Need: Int] = [:]
  private var list: [Graph.Need] = []
  private var needs: [BitSet] = []
  private var optionalNeeds: [BitSet] = []
  private var provided: [BitSet] = []
  private var providedOptionally: [BitSet] = []

  /// Fills in what nodes need and in which order they make what they provide.
  static func solve(_ nodes: [Graph.Node]) -> [Graph.Node] {
    var solver = GraphSolver(nodes: nodes)
    solver.propagate()
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
      var required = BitSet(capacity: list.count)
      var optional = required
      var own = required
      var ownOptionally = required
      for (need, isOptional) in node.received {
        if isOptional { optional.insert(numbers[need]!) } else { required.insert(numbers[need]!) }
      }
      for need in node.provided {
        if let number = numbers[need] {
          own.insert(number)
          ownOptionally.insert(number)
        }
        if let number = numbers[need.wrapped] { ownOptionally.insert(number) }
      }
      needs.append(required)
      optionalNeeds.append(optional)
      provided.append(own)
      providedOptionally.append(ownOptionally)
    }
  }

  /// - Complexity: Edges, each once where there are no cycles. In a cycle a node is looked at again
  ///   when it needs more than it did.
  private mutating func propagate() {
    let children = nodes.map { $0.properties.compactMap(\.child) }
    var parents = Array(repeating: [Int](), count: nodes.count)
    for (node, list) in children.enumerated() {
      for child in list where parents[child].last != node { parents[child].append(node) }
    }
    var queue = stronglyConnectedComponents(of: children).flatMap(\.self)
    var isQueued = Array(repeating: true, count: nodes.count)
    var next = 0
    while next < queue.count {
      let node = queue[next]
      next += 1
      isQueued[node] = false
      for parent in parents[node] {
        let grows = needs[parent].formUnion(needs[node], subtracting: provided[parent])
        let growsOptionally = optionalNeeds[parent].formUnion(
          optionalNeeds[node],
          subtracting: providedOptionally[parent]
        )
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
      solved[index].optionalNeeds = optionalNeeds[index].elements.map { list[$0] }.sorted()
    }
    for index in nodes.indices {
      solved[index].makingOrder = Self.makingOrder(of: index, in: solved)
    }
    return solved
  }
}

// MARK: - The order of making

extension GraphSolver {
  /// For each property that a node makes or renames, those of the same node that it needs.
  static func siblings(in nodes: [Graph.Node], of node: Int) -> [[Int]] {
    let properties = nodes[node].properties
    var makers: [Graph.Need: Int] = [:]
    for (place, property) in properties.enumerated() where property.isMade {
      // An optional need may be met by an optional property; one that is none goes first.
      if makers[property.need.wrapped] == nil { makers[property.need.wrapped] = place }
      makers[property.need] = place
    }
    return properties.enumerated().map { place, property in
      guard property.isMade else { return [] }
      if let alias = property.declaration.alias {
        let need = Graph.Need(label: alias.label, type: alias.type)
        let target = makers[property.declaration.onlyIfAvailable ? need.wrapped : need]
        return target.map { [$0] } ?? []
      }
      guard let child = property.child else { return [] }
      let exact = nodes[child].needs.compactMap { need in
        makers[need].flatMap { properties[$0].need == need ? $0 : nil }
      }
      let optional = nodes[child].optionalNeeds.compactMap { makers[$0] }
      return Set(exact + optional).sorted()
    }
  }

  /// Properties that are made, each after those that it needs; without those in a cycle and those
  /// that need one of them.
  private static func makingOrder(of node: Int, in nodes: [Graph.Node]) -> [Int] {
    let siblings = siblings(in: nodes, of: node)
    let components = stronglyConnectedComponents(of: siblings)
    var order: [Int] = []
    var isOrdered = Array(repeating: false, count: siblings.count)
    for component in components where component.count == 1 {
      let place = component[0]
      guard nodes[node].properties[place].isMade,
        siblings[place].allSatisfy({ isOrdered[$0] })
      else { continue }
      isOrdered[place] = true
      order.append(place)
    }
    return order
  }
}

extension Graph.Node {
  /// What the node itself wants to be handed, and whether it can do without.
  var received: [(need: Graph.Need, isOptional: Bool)] {
    let own = Set(provided)
    let ownOptionally = own.union(own.map(\.wrapped))
    return properties.compactMap { property in
      guard property.declaration.source == .received else { return nil }
      var need = property.need
      if let alias = property.declaration.alias {
        need = Graph.Need(label: alias.label, type: alias.type)
        // What the node makes itself it need not be handed.
        if own.contains(need) { return nil }
      }
      guard property.declaration.onlyIfAvailable else { return (need, false) }
      if property.declaration.alias != nil, ownOptionally.contains(need.wrapped) { return nil }
      return (need.wrapped, true)
    }
  }

  /// What the node hands on to those that it makes.
  var provided: [Graph.Need] { properties.filter(\.isProvided).map(\.need) }
}

extension Graph.Property {
  /// Whether the owner makes or renames it, rather than being handed it.
  var isMade: Bool { isProvided && declaration.source != .forwarded }
}

extension Graph.Need {
  /// The same without an optional around the type.
  var wrapped: Graph.Need { Graph.Need(label: label, type: type.wrapped ?? type) }
}
