import DependenceGraphKernel

/// A project's dependency graph. Its nodes are the `@Instantiable` types, and its edges are the
/// properties that make one type create another. Each specialization of a generic type, such as
/// `Box<Int>`, is a separate node.
struct Graph: Sendable {
  /// The name and type of a value that one type in the graph passes to another. A type's ancestors
  /// are the types that create it, directly or indirectly. A `@Received` property gets the value
  /// that an ancestor provides under the same name and type.
  struct Need: Hashable, Sendable {
    var label: String
    var type: TypeName
  }

  /// The kind of factory that a property uses to create instances on demand, or `none` if the
  /// property is not a factory.
  enum Instantiator: String, Hashable, Sendable {
    /// The property is not a factory. Its value is created together with the instance that contains
    /// the property.
    case none = ""
    case instantiator = "Instantiator"
    case erased = "ErasedInstantiator"
    case sendable = "SendableInstantiator"
    case sendableErased = "SendableErasedInstantiator"

    init(of type: TypeName) {
      let nominal = type.unwrapped.nominal
      self = nominal?.module == "DependenceGraph" ? Self(rawValue: nominal!.name) ?? .none : .none
    }

    var isErased: Bool { self == .erased || self == .sendableErased }
    var isSendable: Bool { self == .sendable || self == .sendableErased }
  }

  struct Property: Hashable, Sendable {
    var declaration: InjectedProperty
    var type: TypeName
    var instantiator: Instantiator
    var alias: Need?
    var child: Int?

    /// The name and type of the value that the property provides or receives.
    var need: Graph.Need { Graph.Need(label: declaration.label, type: type) }

    var isProvided: Bool { declaration.source != .received || alias != nil }

    var isMade: Bool { isProvided && declaration.source != .forwarded }

    var isConstant: Bool { instantiator == .none }

    /// The name and type of the value that the property provides to all types that are created,
    /// directly or indirectly, by the type that contains the property. `isOptional` is `true` if
    /// the value may be `nil`.
    var provided: (need: Graph.Need, isOptional: Bool) {
      // A `@Received` property of type `User?` with `onlyIfAvailable` counts as providing a `User`
      // that may be `nil`: the value is `nil` if no ancestor provides it.
      let isOptional = declaration.onlyIfAvailable && type.wrapped != nil && alias == nil
      return (isOptional ? need.wrapped : need, isOptional)
    }

    /// Whether generated code has to convert the created value to the property's type by passing it
    /// to an initializer of that type. An existential type such as `any P` needs no such call,
    /// because values convert to it implicitly.
    var isErased: Bool {
      declaration.erasedToConcreteExistential && !instantiatedType.unwrapped.isProtocol
    }

    /// The type of the instances that the property creates if it is a factory, or the property's
    /// own type otherwise.
    var instantiatedType: TypeName {
      let arguments = type.unwrapped.arguments
      switch instantiator {
      case .none: return type
      case .instantiator, .sendable: return arguments.first ?? type
      case .erased, .sendableErased: return arguments.last ?? type
      }
    }
  }

  struct Node: Sendable {
    var type: InstantiableType
    /// The type of the created instances. Generic parameters are replaced by arguments, as in
    /// `Box<Int>`.
    var createdType: TypeName
    var additional: [TypeName] = []
    var isolation: TypeName?
    var properties: [Property]
    /// The values that must be passed to create an instance because the type itself, or a type that
    /// it creates, receives them. They are sorted, and do not include the values of `@Forwarded`
    /// properties.
    var needs: [Need] = []
    /// The values that are passed to create an instance only if an ancestor (a type that creates
    /// this type, directly or indirectly) provides them. Otherwise, `nil` is passed. They are
    /// sorted. If a property of type `User?` receives such a value, the type listed here is `User`.
    var optionalNeeds: [Need] = []
    /// The indices of the properties whose values are created, or received under another name, in
    /// creation order. Each property comes after the properties that it depends on. Properties that
    /// depend on each other in a cycle, and properties that depend on one of these, are omitted.
    var makingOrder: [Int] = []

    var forwarded: [Graph.Property] { properties.filter { $0.declaration.source == .forwarded } }

    /// The values that the type's own properties receive from an ancestor (a type that creates this
    /// type, directly or indirectly). `isOptional` is `true` if no ancestor has to provide the
    /// value.
    var received: [(need: Graph.Need, isOptional: Bool)] {
      guard properties.contains(where: { $0.declaration.source == .received }) else { return [] }
      let own = Set(provided)
      let ownOptionally = own.union(own.map(\.wrapped))
      return properties.compactMap { property in
        guard property.declaration.source == .received else { return nil }
        let need = property.alias ?? property.need
        // A property with an alias receives the value of a property with a different name or type.
        // If the type itself declares that other property, no ancestor has to provide the value.
        if property.alias != nil, own.contains(need) { return nil }
        guard property.declaration.onlyIfAvailable else { return (need, false) }
        if property.alias != nil, ownOptionally.contains(need.wrapped) { return nil }
        return (need.wrapped, true)
      }
    }

    var provided: [Graph.Need] { properties.filter(\.isProvided).map(\.need) }

    var isAssembled: Bool { properties.contains { $0.declaration.source != .forwarded } }

    /// All values that are passed to create an instance, except for the values of `@Forwarded`
    /// properties.
    var passedValues: [Need] { needs + optionalNeeds }
  }

  var nodes: [Node]
  var roots: [Int] = []
  let children: [[Int]]
  /// For each type in the graph, the indices of the types that create it, in ascending order.
  let parents: [[Int]]
  let paths: PathFinder

  init(nodes: [Node]) {
    self.nodes = nodes
    children = nodes.map { $0.properties.compactMap(\.child) }
    var parents = nodes.map { _ in [Int]() }
    for (node, list) in children.enumerated() {
      for child in list where parents[child].last != node { parents[child].append(node) }
    }
    self.parents = parents
    paths = PathFinder(nodes.map { $0.properties.map(\.child) })
  }

  /// Returns the given nodes and all nodes that are reachable from them, in breadth-first order.
  func reached(from starts: [Int]) -> [Int] {
    var found = starts
    var seen = Set(starts)
    var next = 0
    while next < found.count {
      for child in children[found[next]] where seen.insert(child).inserted { found.append(child) }
      next += 1
    }
    return found
  }
}

extension Graph.Need: Comparable, CustomStringConvertible {
  static func < (left: Self, right: Self) -> Bool {
    (left.label, left.type) < (right.label, right.type)
  }

  var description: String { "\(label): \(type)" }

  var wrapped: Self { Self(label: label, type: type.unwrapped) }
}
