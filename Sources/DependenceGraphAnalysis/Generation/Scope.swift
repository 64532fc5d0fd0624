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

extension Graph.Property {
  /// The property as a value that is at hand, and whether that may be nil.
  var provided: (need: Graph.Need, isOptional: Bool) {
    // What is received only if it is available is the value that it wraps.
    let isOptional = declaration.onlyIfAvailable && type.wrapped != nil && alias == nil
    return (isOptional ? need.wrapped : need, isOptional)
  }
}
