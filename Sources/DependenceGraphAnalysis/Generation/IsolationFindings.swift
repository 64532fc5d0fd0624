import DependenceGraphKernel

/// Finds `Sendable` instantiators (factories that can be called on any thread) that create types
/// isolated to a global actor. This is an error because such a type can be created only on its
/// actor. Also finds roots (types that the rest of the graph is created from) that create types
/// isolated to different global actors.
enum IsolationFindings {
  static func findings(in graph: Graph) -> [Finding] {
    sendableFindings(in: graph) + graph.roots.compactMap { conflict(under: $0, in: graph) }
  }

  /// Returns a diagnostic if `root` and the types that it creates, directly or indirectly, are
  /// isolated to different global actors. The root's initializer runs on only one actor, so it
  /// cannot create instances of all these types.
  private static func conflict(under root: Int, in graph: Graph) -> Finding? {
    let isolated = graph.reached(from: [root]).filter { graph.nodes[$0].isolation != nil }
    guard let known = isolated.first.map({ graph.nodes[$0] }), let actor = known.isolation,
      let end = isolated.first(where: { graph.nodes[$0].isolation != actor }),
      let other = graph.nodes[end].isolation,
      let link = graph.paths.shortestPath(from: root, to: { $0 == end })?.links.last
    else { return nil }
    let node = graph.nodes[link.node]
    let declaration = node.properties[link.edge].declaration
    let message =
      "'\(declaration.label)' of '\(node.createdType)' must be created on @\(other), and '\(known.createdType)' on "
      + "@\(actor), but the same root creates both; create one of them under another root"
    return .misuse(message, of: node, at: declaration.location)
  }

  private static func sendableFindings(in graph: Graph) -> [Finding] {
    graph.findings { node, property in
      let declaration = property.declaration
      guard property.instantiator.isSendable, let child = property.child,
        let end = graph.paths.shortestPath(from: child, to: { graph.nodes[$0].isolation != nil })?
          .end,
        let actor = graph.nodes[end].isolation
      else { return nil }
      let message =
        "'\(declaration.label)' of '\(node.createdType)' can create instances on any thread, but "
        + "'\(graph.nodes[end].createdType)' can only be created on @\(actor); use an instantiator that is not "
        + "Sendable"
      return .misuse(message, of: node, at: declaration.location)
    }
  }
}
