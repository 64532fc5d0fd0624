/// The values that are available at a point in generated code where an instance is created.
struct Scope {
  /// The available values. The flag is `true` if the value may be `nil`.
  private(set) var isOptional: [Graph.Need: Bool] = [:]

  /// Creates the scope inside the function that creates `node`. This scope includes the values
  /// passed to the function. A root is passed only forwarded values, because no other type creates
  /// it.
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
