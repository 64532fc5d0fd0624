/// The values that are at hand while a node is made.
struct Scope {
  /// For each value, whether it may be nil.
  private var values: [Graph.Need: Bool] = [:]

  /// The values that a node is handed; a root is handed nothing but what is forwarded.
  init(of node: Graph.Node, isRoot: Bool) {
    if !isRoot {
      for need in node.optionalNeeds { values[need] = true }
      for need in node.needs { values[need] = false }
    }
    for property in node.forwarded { values[property.need] = false }
  }

  /// Whether a value may be nil; nil, if it is not at hand.
  func isOptional(_ need: Graph.Need) -> Bool? { values[need] }

  func contains(_ need: Graph.Need) -> Bool { values[need] != nil }

  mutating func add(_ provided: (need: Graph.Need, isOptional: Bool)) {
    values[provided.need] = provided.isOptional
  }
}
