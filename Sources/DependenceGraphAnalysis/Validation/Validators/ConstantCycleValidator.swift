import DependenceGraphKernel

/// Finds types that create each other endlessly, because no instantiator delays a creation.
enum ConstantCycleValidator {
  /// Returns one error for each group of types that create each other, with the shortest cycle.
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
