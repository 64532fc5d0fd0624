import DependenceGraphKernel

/// Finds types that are neither roots (types that the rest of the graph is created from) nor
/// created by a root, directly or indirectly, so that no generated code creates them. Often, the
/// app itself creates such a type, but the type is not a root because it receives a value.
enum OrphanValidator {
  /// Returns one diagnostic for each type that is not a root and that no other type creates. A
  /// group of types that create each other, but that no other type creates, results in a single
  /// diagnostic.
  static func findings(in analysis: Analysis) -> [Finding] {
    let graph = analysis.graph
    let components = stronglyConnectedComponents(of: graph.children)
    let number = componentNumbers(of: components)
    return components.compactMap { members in
      let first = members[0]
      guard !analysis.isUnderRoot[first],
        members.allSatisfy({ graph.parents[$0].allSatisfy { number[$0] == number[first] } })
      else { return nil }
      return finding(about: first, in: analysis)
    }
  }

  private static func finding(about index: Int, in analysis: Analysis) -> Finding {
    let (graph, node) = (analysis.graph, analysis.graph.nodes[index])
    let owner = node.createdType.description
    var finding = Finding(kind: .notUnderRoot, location: node.type.location, owner: owner)
    let missing = node.received.filter { !$0.isOptional }.map(\.need)
    if graph.parents[index].contains(where: { $0 != index }),
      let cycle = graph.paths.shortestCycle(through: index)
    {
      finding.detail = "cycle"
      finding.chain = analysis.steps(of: cycle)
    } else if !missing.isEmpty {
      finding.detail = "receives"
      finding.related = missing.flatMap { need in
        analysis.receivers(of: need, at: index).map {
          Finding.Related(name: need.description, location: $0.declaration.location)
        }
      }
    } else if !node.forwarded.isEmpty {
      finding.detail = "forwards"
      finding.related = node.forwarded.map(\.related)
    }
    return finding
  }
}
