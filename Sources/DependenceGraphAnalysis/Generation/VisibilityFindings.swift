/// Finds types that generated code would have to refer to but cannot access, for example because
/// they are private.
enum VisibilityFindings {
  static func findings(in analysis: Analysis) -> [Finding] {
    let graph = analysis.graph
    let roots = Dictionary(grouping: graph.roots) { graph.nodes[$0].type.module }
    return roots.sorted { $0.key < $1.key }.flatMap { module, roots -> [Finding] in
      let nodes = graph.reached(from: roots).sorted().map { graph.nodes[$0] }
      let made = Set(nodes.compactMap(\.createdType.nominal))
      return nodes.flatMap { node in
        hidden(node, from: module).map { [$0] }
          ?? node.properties.compactMap { unseen($0, of: node, made, analysis.index.resolver) }
      }
    }
  }

  /// Returns a diagnostic if code generated in `module` cannot access the type or its initializer.
  /// For example, generated code can create a type in another module only if the type is public or
  /// package.
  private static func hidden(_ node: Graph.Node, from module: String) -> Finding? {
    let type = node.type
    let isOwn = type.module == module
    let least = isOwn ? AccessLevel.internal : .package
    let isHidden = type.access < least
    guard isHidden || type.initializer.map({ $0.access < least }) == true else { return nil }
    let creator = isOwn ? "generated code in another file" : "a root of \(module)"
    let message =
      "'\(node.createdType)' is created by \(creator), which cannot access \(isHidden ? "the type" : "this initializer"); make it "
      + (isOwn ? "internal" : "public")
    return .misuse(message, of: node, at: isHidden ? type.location : type.initializer?.location)
  }

  /// Returns a diagnostic if generated code cannot access the property's type, or if the type is
  /// less accessible than the generated initializer, which has a parameter of this type.
  private static func unseen(
    _ property: Graph.Property,
    of node: Graph.Node,
    _ made: Set<TypeName.Nominal>,
    _ resolver: Resolver
  ) -> Finding? {
    let access = node.type.access
    let entries = property.type.nominals.compactMap(resolver.entry)
    let message: String
    // Skip types that the graph itself creates, because `hidden(_:from:)` reports them.
    if let hidden = entries.first(where: {
      $0.declaration.access <= .fileprivate && !made.contains($0.nominal)
    }) {
      message =
        "'\(property.declaration.label)' of '\(node.createdType)' is passed by generated code in another file, which "
        + "cannot access '\(hidden.nominal)'; make '\(hidden.nominal)' internal"
    } else if node.type.hasGeneratedInitializer, access >= .package,
      // The generated initializer has the access level of its type, or is public if the type is
      // open. The types of the initializer's parameters must be at least as accessible.
      let narrow = entries.first(where: { $0.declaration.access < min(access, .public) })
    {
      let least = min(access, .public)
      message =
        "the generated initializer of '\(node.createdType)' is \(least), and has the parameter "
        + "'\(property.need)'; make '\(narrow.nominal)' \(least) as well, or write an initializer"
    } else {
      return nil
    }
    return .misuse(message, of: node, at: property.declaration.location)
  }
}
