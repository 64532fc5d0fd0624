/// Erased instantiators whose first generic argument is not what the type that they make forwards.
enum ErasedGenericValidator {
  static func findings(in analysis: Analysis) -> [Finding] {
    analysis.graph.nodes.flatMap { node in
      node.properties.compactMap { property -> Finding? in
        let declaration = property.declaration
        guard declaration.instantiator.isErased, let child = property.child,
          let written = declaration.type.arguments.first
        else { return nil }
        let made = analysis.graph.nodes[child]
        let expected = made.forwardedProperties
        guard written != expected else { return nil }
        return Finding(
          .erasedGenericMismatch,
          at: declaration.place,
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

extension InjectedProperty.Instantiator {
  fileprivate var isErased: Bool {
    self == .erasedInstantiator || self == .sendableErasedInstantiator
  }
}

extension Graph.Node {
  /// What `instantiate` takes, with generic parameters replaced.
  package var forwardedProperties: TypeReference {
    let forwarded = properties.map(\.declaration).filter { $0.source == .forwarded }
    if forwarded.count == 1 { return forwarded[0].type }
    return TypeReference(
      kind: .tuple,
      "",
      labels: forwarded.map(\.label),
      arguments: forwarded.map(\.type)
    )
  }
}
