import DependenceGraphKernel

/// Properties of one type that have to be made before each other, or before themselves.
enum SiblingCycleValidator {
  static func findings(in analysis: Analysis) -> [Finding] {
    let nodes = analysis.graph.nodes
    return nodes.indices.flatMap { node -> [Finding] in
      // An order rules out a cycle.
      let made = nodes[node].properties.count(where: \.isMade)
      guard nodes[node].makingOrder.count < made else { return [] }
      let siblings = GraphSolver.siblings(in: nodes, of: node)
      return stronglyConnectedComponents(of: siblings).compactMap { component in
        let first = component[0]
        if siblings[first].contains(first) { return received(first, of: node, in: analysis) }
        return component.count > 1 ? cycle(component, siblings, of: node, in: analysis) : nil
      }
    }
  }

  private static func received(_ place: Int, of node: Int, in analysis: Analysis) -> Finding {
    let property = analysis.graph.nodes[node].properties[place]
    let chain =
      property.child.flatMap { child in
        analysis.chain(from: node, through: place, child, wanting: property.need)
      } ?? Chain(links: [Chain.Link(node: node, edge: place)], end: node)
    let steps = analysis.steps(of: chain)
    return Finding(
      kind: .receivedWhereInstantiated,
      place: analysis.receivers(of: property.need, at: chain.end).first?.declaration.place
        ?? property.declaration.place,
      owner: steps.last?.type ?? "",
      subject: property.need.description,
      chain: steps,
      related: [
        .init(name: analysis.graph.nodes[node].made.description, place: property.declaration.place)
      ]
    )
  }

  /// Properties that need each other, told as the shortest way around.
  private static func cycle(
    _ component: [Int],
    _ siblings: [[Int]],
    of node: Int,
    in analysis: Analysis
  ) -> Finding {
    let owner = analysis.graph.nodes[node]
    // From a property over what it needs back to it.
    let start = component[0]
    let chains = PathFinder(siblings).shortestPaths(
      from: [start],
      isOpen: { _ in true },
      to: { siblings[$0].contains(start) },
      onlyFirst: true
    )
    let way = chains[0].nodes + [start]
    let steps = way.map { place in
      let declaration = owner.properties[place].declaration
      return Finding.Step(
        type: owner.made.description,
        property: declaration.label,
        place: declaration.place
      )
    }
    let isConstant = way.allSatisfy { owner.properties[$0].isConstant }
    return Finding(
      kind: isConstant ? .constantCycle : .mixedCycle,
      place: steps[0].place,
      owner: owner.made.description,
      subject: steps[0].property ?? "",
      chain: steps,
      detail: "siblings"
    )
  }
}

extension Analysis {
  /// The shortest chain from a property to where a need is received, around what provides it.
  func chain(
    from node: Int,
    through property: Int,
    _ child: Int,
    wanting need: Graph.Need
  ) -> Chain? {
    let isOpen = { (node: Int) in !graph.nodes[node].provides(need) }
    guard isOpen(child),
      let rest = graph.shortestChain(
        from: child,
        isOpen: isOpen,
        to: { !receivers(of: need, at: $0).isEmpty }
      )
    else { return nil }
    let link = Chain.Link(node: node, edge: property)
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

extension Graph.Node {
  func provides(_ need: Graph.Need) -> Bool {
    properties.contains { $0.isProvided && $0.need == need }
  }
}
