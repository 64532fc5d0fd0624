import DependenceGraphKernel

/// Types that are made while they are being made: nothing in the cycle waits for an instantiator.
enum ConstantCycleValidator {
  /// One finding for each set of types that make each other, with the shortest way around.
  static func findings(in analysis: Analysis) -> [Finding] {
    let graph = analysis.graph
    let nodes = graph.nodes.map { node in
      var constant = node
      for place in node.properties.indices where !node.properties[place].isConstant {
        constant.properties[place].child = nil
      }
      return constant
    }
    let constant = Graph(nodes: nodes)
    let children = constant.children
    return stronglyConnectedComponents(of: children).compactMap { component in
      let first = component[0]
      guard component.count > 1 || children[first].contains(first) else { return nil }
      guard let chain = constant.shortestCycle(through: first) else { return nil }
      let steps = analysis.steps(of: chain)
      return Finding(
        kind: .constantCycle,
        place: steps[0].place,
        owner: steps[0].type,
        subject: steps[0].property ?? "",
        chain: steps
      )
    }
  }
}

extension Graph {
  fileprivate func shortestCycle(through node: Int) -> Chain? {
    func closing(_ other: Int) -> Int? { nodes[other].properties.firstIndex { $0.child == node } }
    guard let chain = shortestChain(from: node, to: { closing($0) != nil }),
      let property = closing(chain.end)
    else { return nil }
    return Chain(links: chain.links + [Chain.Link(node: chain.end, edge: property)], end: node)
  }
}
