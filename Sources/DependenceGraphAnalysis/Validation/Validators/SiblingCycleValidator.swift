import DependenceGraphKernel

/// Finds properties of one type that depend on each other or on themselves, so that they cannot be
/// created in any order.
enum SiblingCycleValidator {
  static func findings(in analysis: Analysis) -> [Finding] {
    let nodes = analysis.graph.nodes
    return nodes.indices.flatMap { node -> [Finding] in
      let made = nodes[node].properties.count(where: \.isMade)
      // `makingOrder` omits properties in a cycle. If it contains all properties that the type
      // creates, there is no cycle.
      guard nodes[node].makingOrder.count < made else { return [] }
      let siblings = GraphSolver.siblings(in: nodes, of: node)
      return stronglyConnectedComponents(of: siblings).compactMap { component in
        let first = component[0]
        if siblings[first].contains(first) { return received(first, of: node, in: analysis) }
        return component.count > 1 ? cycle(from: first, siblings, of: nodes[node]) : nil
      }
    }
  }

  private static func received(_ index: Int, of node: Int, in analysis: Analysis) -> Finding {
    let property = analysis.graph.nodes[node].properties[index]
    let link = (node: node, edge: index)
    let chain =
      property.child.flatMap { analysis.chain(link, $0, wanting: property.need) }
      ?? Chain(links: [link], end: node)
    let (owner, end) = (analysis.graph.nodes[node], analysis.graph.nodes[chain.end])
    let receiver = analysis.receivers(of: property.need, at: chain.end).first ?? property
    var finding = Finding(.receivedWhereInstantiated, of: receiver, in: end)
    finding.subject = property.need.description
    finding.chain = analysis.steps(of: chain)
    finding.related = [
      .init(name: owner.createdType.description, location: property.declaration.location)
    ]
    return finding
  }

  /// Returns a diagnostic with the shortest cycle of properties that depend on each other.
  private static func cycle(from start: Int, _ siblings: [[Int]], of owner: Graph.Node) -> Finding {
    let cycle = PathFinder(siblings).shortestCycle(through: start)?.nodes ?? []
    return Finding(.siblingCycle, around: cycle.map(owner.step))
  }
}

extension Analysis {
  /// Returns the shortest path that starts with `link` (a type and one of its properties),
  /// continues at `child` (the type that is created for this property), and ends at a type that
  /// receives the value `need`. No type on the path after the first one provides this value.
  /// Returns `nil` if there is no such path.
  fileprivate func chain(_ link: Chain.Link, _ child: Int, wanting need: Graph.Need) -> Chain? {
    let isOpen = { graph.nodes[$0].properties.allSatisfy { !$0.isProvided || $0.need != need } }
    let isEnd = { !receivers(of: need, at: $0).isEmpty }
    guard isOpen(child), let rest = graph.paths.shortestPath(from: child, isOpen: isOpen, to: isEnd)
    else { return nil }
    return Chain(links: [link] + rest.links, end: rest.end)
  }

  func receivers(of need: Graph.Need, at node: Int) -> [Graph.Property] {
    graph.nodes[node].properties.filter { property in
      guard property.declaration.source == .received else { return false }
      let wanted = property.alias ?? property.need
      return wanted == need
        || (property.declaration.onlyIfAvailable && wanted.wrapped == need.wrapped)
    }
  }
}
