/// The values that are at hand while a node is made.
struct Scope {
  enum Kind {
    case present
    case optional
  }

  private var kinds: [Graph.Need: Kind] = [:]

  /// The values that a node is handed; a root is handed nothing but what is forwarded.
  init(of node: Graph.Node, isRoot: Bool) {
    if !isRoot {
      for need in node.optionalNeeds { kinds[need] = .optional }
      for need in node.needs { kinds[need] = .present }
    }
    for property in node.forwarded { kinds[property.need] = .present }
  }

  func kind(of need: Graph.Need) -> Kind? { kinds[need] }

  func contains(_ need: Graph.Need) -> Bool { kinds[need] != nil }

  mutating func add(_ provided: (need: Graph.Need, isOptional: Bool)) {
    kinds[provided.need] = provided.isOptional ? .optional : .present
  }
}

extension Graph.Property {
  /// The property as a value that is at hand, and whether that may be nil.
  var provided: (need: Graph.Need, isOptional: Bool) {
    // What is received only if it is available is the value that it wraps.
    guard declaration.onlyIfAvailable, let wrapped = type.wrapped else { return (need, false) }
    guard alias == nil else { return (need, false) }
    return (Graph.Need(label: declaration.label, type: wrapped), true)
  }
}
