/// Finds roots for which no initialiser can be generated.
enum RootFindings {
  static func findings(in analysis: Analysis) -> [Finding] {
    let graph = analysis.graph
    return graph.roots.compactMap { root -> Finding? in
      let node = graph.nodes[root]
      guard node.isAssembled else { return nil }
      let labels = node.forwarded.map { "\($0.declaration.label):" }.joined()
      if node.type.initializerLabels.contains(labels) {
        return .misuse(
          """
          the root '\(node.made)' has an 'init(\(labels))' of its own, so that none can be generated; \
          give that another parameter
          """,
          of: node
        )
      }
      if labels.isEmpty, node.type.kind == .class,
        let superclass = plainSuperclass(of: node, analysis.index.resolver)
      {
        return .misuse(
          """
          the root '\(node.made)' inherits 'init()' from '\(superclass)', which an extension cannot \
          override; let another type be the root, and instantiate '\(node.made)'
          """,
          of: node
        )
      }
      return nil
    }
  }

  private static func plainSuperclass(
    of node: Graph.Node,
    _ resolver: Resolver
  ) -> TypeName.Nominal? {
    var nominal = node.made.nominal
    var seen: Set<TypeName.Nominal> = []
    while let current = nominal, seen.insert(current).inserted {
      guard let superclass = resolver.inherited(by: current).first?.nominal else { return nil }
      let isPlain = resolver.entry(of: superclass)?.declaration.hasPlainInitializer
      if isPlain ?? ForeignNames.isPlainClass(superclass.name) { return superclass }
      nominal = superclass
    }
    return nil
  }
}
