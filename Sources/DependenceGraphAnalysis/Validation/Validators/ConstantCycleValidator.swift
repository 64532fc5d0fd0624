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
    func closing(_ other: Int) -> Int? { nodes[other].properties.firstIndex { $0.child == node } }
    guard let chain = shortestChain(from: node, to: { closing($0) != nil }),
      let property = closing(chain.end)
    else { return nil }
    return Chain(links: chain.links + [Chain.Link(node: chain.end, property: property)], end: node)
  }
}
