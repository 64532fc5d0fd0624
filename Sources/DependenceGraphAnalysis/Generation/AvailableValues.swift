/// The values that generated code can use when it creates an instance: the parameters of the
/// enclosing generated function, and the values of the properties created so far.
struct AvailableValues {
  /// The values that generated code can use, each mapped to whether it may be `nil`.
  private(set) var isOptional: [Graph.Need: Bool] = [:]

  /// Collects the values available on entry to the generated function that creates an instance of
  /// the type `node`. These are the function's parameters. For a root, they are only the values of
  /// `@Forwarded` properties, because the app or a test creates the root and passes nothing else.
  init(of node: Graph.Node, isRoot: Bool) {
    if !isRoot {
      for need in node.optionalNeeds { isOptional[need] = true }
      for need in node.needs { isOptional[need] = false }
    }
    for property in node.forwarded { isOptional[property.need] = false }
  }

  func contains(_ need: Graph.Need) -> Bool { isOptional[need] != nil }

  /// Finds an available value with the name and type of `need` or, if there is none, with the same
  /// name and the corresponding optional type, such as `User?` instead of `User`. Returns the
  /// value's name and type, and whether it may be `nil`. Returns `nil` if neither value is
  /// available.
  func value(for need: Graph.Need) -> (need: Graph.Need, isOptional: Bool)? {
    if let isOptional = isOptional[need] { return (need, isOptional) }
    let optional = Graph.Need(label: need.label, type: .optional(need.type))
    return contains(optional) ? (optional, true) : nil
  }

  mutating func add(_ provided: (need: Graph.Need, isOptional: Bool)) {
    isOptional[provided.need] = provided.isOptional
  }
}
