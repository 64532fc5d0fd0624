/// The values that generated code can use while it creates an instance of a type.
struct Scope {
  /// The available values, each with a flag that states whether the value may be `nil`.
  private(set) var isOptional: [Graph.Need: Bool] = [:]

  /// Creates a scope with the values that are passed to a type. A root gets only forwarded values,
  /// because no other type passes values to it.
  init(of node: Graph.Node, isRoot: Bool) {
    if !isRoot {
      for need in node.optionalNeeds { isOptional[need] = true }
      for need in node.needs { isOptional[need] = false }
    }
    for property in node.forwarded { isOptional[property.need] = false }
  }

  func contains(_ need: Graph.Need) -> Bool { isOptional[need] != nil }

  mutating func add(_ provided: (need: Graph.Need, isOptional: Bool)) {
    isOptional[provided.need] = provided.isOptional
  }
}
