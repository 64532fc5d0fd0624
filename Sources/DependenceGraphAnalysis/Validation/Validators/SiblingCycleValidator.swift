/// Properties of one type of which each has to be made before the other, and those that have to be
/// made before themselves.
enum SiblingCycleValidator {
  static func findings(in analysis: Analysis) -> [Finding] {
    let nodes = analysis.graph.nodes
    return nodes.indices.flatMap { node -> [Finding] in
      let siblings = GraphSolver.siblings(in: nodes, of: node)
      return stronglyConnectedComponents(of: siblings).compactMap { component in
        let first = component[0]
        if siblings[first].contains(first) { return received(first, of: node, in: analysis) }
        return component.count > 1
          ? cycle(component, siblings, of: node, in: analysis) : nil
      }
    }
  }

  /// A property whose value is needed to make it.
  private static func received(_ place: Int, of node: Int, in analysis: Analysis) -> Finding {
    let property = analysis.graph.nodes[node].properties[place]
    let chain =
      property.child.flatMap { child in
        analysis.chain(from: node, through: place, child, wanting: property.need)
      } ?? Chain(links: [Chain.Link(node: node, property: place)], end: node)
    let steps = analysis.steps(of: chain)
    return Finding(
      .receivedWhereInstantiated,
      at: analysis.receivers(of: property.need, at: chain.end).first?.declaration.place
        ?? property.declaration.place,
      owner: steps.last?.type ?? "",
      subject: property.need.description,
      chain: steps,
      related: [
        .init(
          name: analysis.graph.nodes[node].made.description,
          place: property.declaration.place
        )
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
    let way = shortestWay(aroundFrom: component[0], siblings)
    let steps = way.map { place in
      let declaration = owner.properties[place].declaration
      return Finding.Step(
        type: owner.made.description,
        property: declaration.label,
        place: declaration.place
      )
    }
    let isConstant = way.allSatisfy { owner.properties[$0].declaration.isConstant }
    return Finding(
      isConstant ? .constantCycle : .mixedCycle,
      at: steps[0].place,
      owner: owner.made.description,
      subject: steps[0].property ?? "",
      chain: steps,
      detail: "siblings"
    )
  }

  /// From a property over what it needs back to it.
  private static func shortestWay(aroundFrom start: Int, _ siblings: [[Int]]) -> [Int] {
    var cameFrom: [Int: Int] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let place = queue[next]
      next += 1
      for needed in siblings[place] {
        if needed == start {
          var way = [start]
          var back = place
          while back != start {
            way.append(back)
            back = cameFrom[back]!
          }
          return [start] + way.dropFirst().reversed() + [start]
        }
        if cameFrom[needed] == nil {
          cameFrom[needed] = place
          queue.append(needed)
        }
      }
    }
    return [start, start]
  }
}

extension Analysis {
  /// The shortest chain that begins with a property of a node and ends where a need is received,
  /// through nothing that provides it.
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
    let link = Chain.Link(node: node, property: property)
    return Chain(links: [link] + rest.links, end: rest.end)
  }

  /// The properties by which a node receives something.
  func receivers(of need: Graph.Need, at node: Int) -> [Graph.Property] {
    graph.nodes[node].properties.filter { property in
      let declaration = property.declaration
      guard declaration.source == .received else { return false }
      let wanted =
        declaration.alias.map { Graph.Need(label: $0.label, type: $0.type) } ?? property.need
      return wanted == need || (declaration.onlyIfAvailable && wanted.wrapped == need.wrapped)
    }
  }
}

extension Graph.Node {
  func provides(_ need: Graph.Need) -> Bool {
    properties.contains { $0.isProvided && $0.need == need }
  }
}
