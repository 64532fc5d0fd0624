/// Types that want values at run time, and are made where nobody has any.
enum ForwardedValidator {
  static func findings(in analysis: Analysis) -> [Finding] {
    analysis.graph.nodes.flatMap { node in
      node.properties.compactMap { property -> Finding? in
        guard let child = property.child, property.isConstant else { return nil }
        let made = analysis.graph.nodes[child]
        guard !made.forwarded.isEmpty else { return nil }
        return Finding(
          kind: .forwardedWithoutInstantiator,
          place: property.declaration.place,
          owner: node.made.description,
          subject: property.need.description,
          related: made.forwarded.map {
            .init(name: $0.need.description, place: $0.declaration.place)
          },
          detail: made.made.description
        )
      }
    }
  }
}
