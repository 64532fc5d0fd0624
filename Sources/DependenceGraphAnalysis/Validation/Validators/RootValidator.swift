/// Finds roots that receive values. This is an error, because a root has no ancestor that could
/// provide the values. Also finds projects without a root.
enum RootValidator {
  static func findings(in analysis: Analysis, isPartial: Bool) -> [Finding] {
    let graph = analysis.graph
    if graph.roots.isEmpty, !isPartial, let first = graph.nodes.first {
      let count = analysis.index.declarations.count
      return [Finding(kind: .noRoot, location: first.type.location, subject: "\(count)")]
    }
    return graph.roots.flatMap { root -> [Finding] in
      let node = graph.nodes[root]
      let received = node.received.filter { !$0.isOptional }.map(\.need)
      return received.flatMap { need in
        analysis.receivers(of: need, at: root).filter { !$0.declaration.onlyIfAvailable }.map {
          var finding = Finding(.rootReceives, of: $0, in: node)
          finding.related = [node.related]
          return finding
        }
      }
    }
  }
}
