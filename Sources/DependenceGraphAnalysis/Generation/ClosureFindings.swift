/// Finds closures that generated initialisers cannot tell from other values.
enum ClosureFindings {
  static func findings(in analysis: Analysis) -> [Finding] {
    analysis.graph.nodes.flatMap { node -> [Finding] in
      guard node.type.initializerLabels.isEmpty, node.type.kind != .extension else { return [] }
      return node.properties.compactMap { property in
        let declaration = property.declaration
        // The macro sees what is written, and not what an alias stands for.
        guard property.type.isClosure, declaration.type.kind != .other else { return nil }
        return .misuse(
          """
          '\(declaration.label)' of '\(node.made)' is a closure, which '\(declaration.type)' does not \
          show; write the type out, or the initialiser with '@escaping \(declaration.type)'
          """,
          of: node,
          at: declaration.place
        )
      }
    }
  }
}
