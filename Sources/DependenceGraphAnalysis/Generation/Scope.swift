/// The values that are available while a node is created.
struct Scope {
  /// The available values, and whether each of them may be `nil`.
  private(set) var isOptional: [Graph.Need: Bool] = [:]

  /// Creates a scope with the values that are passed to a node. A root gets only forwarded values.
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
