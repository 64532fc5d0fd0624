/// The values that are at hand while a node is made.
struct Scope {
  /// For each value at hand, whether it may be nil.
  private(set) var isOptional: [Graph.Need: Bool] = [:]

  /// The values that a node is handed; a root is handed nothing but what is forwarded.
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
