/// Erased instantiators whose first generic argument is not what the type that they make forwards.
enum ErasedGenericValidator {
  static func findings(in analysis: Analysis) -> [Finding] {
    analysis.graph.nodes.flatMap { node in
      node.properties.compactMap { property -> Finding? in
        let declaration = property.declaration
        guard property.instantiator.isErased, let child = property.child,
          let written = property.type.unwrapped.arguments.first
        else { return nil }
        let made = analysis.graph.nodes[child]
        let expected = made.forwardedProperties
        guard !written.hasElements(of: expected) else { return nil }
        return Finding(
          kind: .erasedGenericMismatch,
          place: declaration.place,
          owner: node.made.description,
          subject: property.need.description,
          suggestion: expected.description,
          related: [.init(name: made.made.description, place: made.type.place)],
          detail: written.description
        )
      }
    }
  }
}

extension Graph.Node {
  /// The argument of `instantiate`, with generic parameters replaced.
  var forwardedProperties: TypeName { .handed(forwarded.map { ($0.declaration.label, $0.type) }) }
}

extension TypeName {
  /// True if a tuple has the same elements, by their labels and in whatever order.
  fileprivate func hasElements(of other: TypeName) -> Bool {
    guard case .tuple(let labels) = head, case .tuple(let others) = other.head,
      Set(labels).count == labels.count, !labels.contains("")
    else { return self == other }
    return Dictionary(uniqueKeysWithValues: zip(labels, arguments))
      == Dictionary(zip(others, other.arguments), uniquingKeysWith: { first, _ in first })
  }
}
