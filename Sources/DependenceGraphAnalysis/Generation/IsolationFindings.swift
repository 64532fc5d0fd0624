/// Finds instantiators for any isolation domain that make something of an actor's.
enum IsolationFindings {
  /// - Complexity: Linear in nodes and edges.
  static func findings(in graph: Graph) -> [Finding] {
    let isolated = isolatedNodes(in: graph)
    return graph.nodes.flatMap { node in
      node.properties.compactMap { property -> Finding? in
        let declaration = property.declaration
        guard declaration.instantiator.isSendable, let child = property.child,
          let end = isolated[child], let actor = graph.nodes[end].type.isolation
        else { return nil }
        return Finding(
          .misuse,
          at: declaration.place,
          owner: node.made.description,
          subject: """
            '\(declaration.label)' of '\(node.made)' makes instances from anywhere, but \
            '\(graph.nodes[end].made)' can be made on @\(actor) only; use an instantiator that is not \
            Sendable
            """
        )
      }
    }
  }

  /// For each node that is made of something on an actor, what that is.
  private static func isolatedNodes(in graph: Graph) -> [Int: Int] {
    var parents: [[Int]] = Array(repeating: [], count: graph.nodes.count)
    for (index, node) in graph.nodes.enumerated() {
      for child in node.properties.compactMap(\.child) { parents[child].append(index) }
    }
    var isolated: [Int: Int] = [:]
    var pending: [Int] = []
    for (index, node) in graph.nodes.enumerated() {
      guard let actor = node.type.isolation, actor != "nonisolated" else { continue }
      isolated[index] = index
      pending.append(index)
    }
    var next = 0
    while next < pending.count {
      let node = pending[next]
      next += 1
      for parent in parents[node] where isolated[parent] == nil {
        isolated[parent] = isolated[node]
        pending.append(parent)
      }
    }
    return isolated
  }
}
