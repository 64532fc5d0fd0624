/// Finds properties that create a type with `@Forwarded` properties but are not instantiators
/// (factories that callers pass the forwarded values to). Also finds instantiators whose first
/// generic argument does not match the types of these values.
enum InstantiatorValidator {
  static func findings(in graph: Graph) -> [Finding] {
    graph.findings { node, property in
      guard let made = property.child.map({ graph.nodes[$0] }) else { return nil }
      if property.isConstant, !made.forwarded.isEmpty {
        var finding = Finding(.forwardedWithoutInstantiator, of: property, in: node)
        finding.related = made.forwarded.map(\.related)
        finding.detail = made.createdType.description
        return finding
      }
      let expected = TypeName.handed(made.forwarded.map { ($0.declaration.label, $0.type) })
      guard property.instantiator.isErased, let written = property.type.unwrapped.arguments.first,
        !written.hasElements(of: expected)
      else { return nil }
      var finding = Finding(.erasedGenericMismatch, of: property, in: node)
      finding.suggestion = expected.description
      finding.related = [made.related]
      finding.detail = written.description
      return finding
    }
  }
}

extension TypeName {
  /// Returns `true` if the two types are equal, apart from the order of labeled tuple elements.
  fileprivate func hasElements(of other: TypeName) -> Bool {
    guard case .tuple(let labels) = head, case .tuple(let others) = other.head
    else { return self == other }
    return Resolver.parameters(labels, arguments) == Resolver.parameters(others, other.arguments)
  }
}
