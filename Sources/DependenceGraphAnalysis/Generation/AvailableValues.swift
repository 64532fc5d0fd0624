/// The values that are available where generated code creates an instance.
struct AvailableValues {
  /// The available values, each mapped to whether it may be `nil`.
  private(set) var isOptional: [Graph.Need: Bool] = [:]

  /// Collects the values that are available at the start of the generated function that creates an
  /// instance of the type `node`. These are the function's parameters. For a root, they are only
  /// the values of `@Forwarded` properties, because the app or a test creates the root directly.
  init(of node: Graph.Node, isRoot: Bool) {
    if !isRoot {
      for need in node.optionalNeeds { isOptional[need] = true }
      for need in node.needs { isOptional[need] = false }
    }
    for property in node.forwarded { isOptional[property.need] = false }
  }

  func contains(_ need: Graph.Need) -> Bool { isOptional[need] != nil }

  /// Returns the available value that has the name and type of `need`, and whether the value may be
  /// `nil`. If there is none, but a value of the corresponding optional type, such as `User?`
  /// instead of `User`, is available, returns that value. Otherwise, returns `nil`.
  func value(for need: Graph.Need) -> (need: Graph.Need, isOptional: Bool)? {
    if let isOptional = isOptional[need] { return (need, isOptional) }
    let optional = Graph.Need(label: need.label, type: .optional(need.type))
    return contains(optional) ? (optional, true) : nil
  }

  mutating func add(_ provided: (need: Graph.Need, isOptional: Bool)) {
    isOptional[provided.need] = provided.isOptional
  }
}
