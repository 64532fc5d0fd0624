/// Types that are made while they are being made: nothing in the cycle waits for an instantiator.
enum ConstantCycleValidator {
  /// One finding for each set of types that make each other, with the shortest way around.
  static func findings(in analysis: Analysis) -> [Finding] {
    let graph = analysis.graph
    var constant = graph
    for index in constant.nodes.indices {
      for place in constant.nodes[index].properties.indices
      where !constant.nodes[index].properties[place].declaration.isConstant {
        constant.nodes[index].properties[place].child = nil
      }
    }
    let children = constant.nodes.map { $0.properties.compactMap(\.child) }
    return stronglyConnectedComponents(of: children).compactMap { component in
      let first = component[0]
      guard component.count > 1 || children[first].contains(first) else { return nil }
      guard let chain = constant.shortestCycle(through: first) else { return nil }
      let steps = analysis.steps(of: chain)
      return Finding(
        .constantCycle,
        at: steps[0].place,
        owner: steps[0].type,
        subject: steps[0].property ?? "",
        chain: steps
      )
    }
  }
}

extension Graph {
  /// The shortest chain from a node back to itself; among equals, the one declared first.
  fileprivate func shortestCycle(through node: Int) -> Chain? {
    var best: Chain?
    for (place, property) in nodes[node].properties.enumerated() {
      guard let child = property.child,
        let rest = shortestChain(from: child, to: { $0 == node })
      else { continue }
      let link = Chain.Link(node: node, property: place)
      let chain = Chain(links: [link] + rest.links, end: node)
      if chain.links.count < best?.links.count ?? .max { best = chain }
    }
    return best
  }
}
