/// Finds roots (types that the rest of the graph is created from) that receive values. This is an
/// error because the app creates a root directly, so no other type can provide the values.
enum RootValidator {
  static func findings(in analysis: Analysis) -> [Finding] {
    let graph = analysis.graph
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
