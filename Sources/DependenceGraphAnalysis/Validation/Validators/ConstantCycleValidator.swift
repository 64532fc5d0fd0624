import DependenceGraphKernel

/// Types that are made while they are being made: nothing in the cycle waits for an instantiator.
enum ConstantCycleValidator {
  /// One finding for each set of types that make each other, with the shortest way around.
  static func findings(in analysis: Analysis) -> [Finding] {
    let edges = analysis.graph.nodes.map { $0.properties.map { $0.isConstant ? $0.child : nil } }
    let children = edges.map { $0.compactMap(\.self) }
    return stronglyConnectedComponents(of: children).compactMap { component in
      let first = component[0]
      guard component.count > 1 || children[first].contains(first),
        let chain = PathFinder(edges).shortestCycle(through: first)
      else { return nil }
      return Finding(.constantCycle, around: analysis.steps(of: chain))
    }
  }
}
