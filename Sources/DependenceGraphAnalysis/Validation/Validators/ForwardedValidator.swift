/// Types that want values at run time, and are made where nobody has any.
enum ForwardedValidator {
  static func findings(in analysis: Analysis) -> [Finding] {
    analysis.graph.nodes.flatMap { node in
      node.properties.compactMap { property -> Finding? in
        guard let child = property.child, property.declaration.isConstant else { return nil }
        let made = analysis.graph.nodes[child]
        let forwarded = made.properties.filter { $0.declaration.source == .forwarded }
        guard !forwarded.isEmpty else { return nil }
        return Finding(
          .forwardedWithoutInstantiator,
          at: property.declaration.place,
          owner: node.made.description,
          subject: property.need.description,
          related: forwarded.map {
            .init(name: $0.need.description, place: $0.declaration.place)
          },
          detail: made.made.description
        )
      }
    }
  }
}
