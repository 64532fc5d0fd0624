import DependenceGraphKernel

/// Finds types that would create each other endlessly. This happens if the types' properties form a
/// cycle that contains no instantiator (a factory that creates instances only on demand).
enum ConstantCycleValidator {
  /// Returns one diagnostic for each group of types that create each other, with the shortest cycle
  /// through one of these types.
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
