import DependenceGraphKernel

/// The graph of the types that a project creates. Each specialization of a generic type is a node.
struct Graph: Sendable {
  /// A value that is passed down the graph. `@Received` properties identify it by name and type.
  struct Need: Hashable, Sendable {
    var label: String
    var type: TypeName
  }

  /// The kind of instantiator that creates the value of a property later, or `none`.
  enum Instantiator: String, Hashable, Sendable {
    /// The value is created together with the owner of the property, without an instantiator.
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

    /// The value that the property provides to types further down, and whether it may be `nil`.
    var provided: (need: Graph.Need, isOptional: Bool) {
      // An optional property with `onlyIfAvailable` provides its wrapped value, if it exists.
      let isOptional = declaration.onlyIfAvailable && type.wrapped != nil && alias == nil
      return (isOptional ? need.wrapped : need, isOptional)
    }

    /// The type that the property's instantiator creates, or the property's type without one.
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
    /// The type of the created instances, with concrete generic arguments, such as `Box<Int>`.
    var createdType: TypeName
    var additional: [TypeName] = []
    var isolation: TypeName?
    var properties: [Property]
    /// The values that must be passed to create an instance, sorted. Forwarded properties are not
    /// included.
    var needs: [Need] = []
    /// The values that are passed to create an instance only if they are available, sorted.
    /// Optional types are replaced by their wrapped types.
    var optionalNeeds: [Need] = []
    /// The indices of the properties that the type creates or renames, with dependencies first.
    /// Properties in a cycle are omitted.
    var makingOrder: [Int] = []

    /// The properties whose values are supplied at run time by the code that calls an instantiator.
    var forwarded: [Graph.Property] { properties.filter { $0.declaration.source == .forwarded } }

    /// The values that the type itself receives, and whether each of them is optional.
    var received: [(need: Graph.Need, isOptional: Bool)] {
      guard properties.contains(where: { $0.declaration.source == .received }) else { return [] }
      let own = Set(provided)
      let ownOptionally = own.union(own.map(\.wrapped))
      return properties.compactMap { property in
        guard property.declaration.source == .received else { return nil }
        let need = property.alias ?? property.need
        // A value that the type itself provides does not have to be received.
        if property.alias != nil, own.contains(need) { return nil }
        guard property.declaration.onlyIfAvailable else { return (need, false) }
        if property.alias != nil, ownOptionally.contains(need.wrapped) { return nil }
        return (need.wrapped, true)
      }
    }

    var provided: [Graph.Need] { properties.filter(\.isProvided).map(\.need) }

    var isAssembled: Bool { properties.contains { $0.declaration.source != .forwarded } }

    /// All values that are passed to create an instance, both required and optional. Forwarded
    /// properties are not included.
    var passedValues: [Need] { needs + optionalNeeds }
  }

  var nodes: [Node]
  var roots: [Int] = []
  let children: [[Int]]
  /// For each node, the indices of the nodes that create it, in ascending order.
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

  /// Returns the given nodes and all nodes created below them, with the nearest nodes first.
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
