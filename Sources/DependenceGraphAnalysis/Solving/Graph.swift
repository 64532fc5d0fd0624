import DependenceGraphKernel

/// The dependency graph of a project. Each specialization of a generic type is a separate node.
struct Graph: Sendable {
  /// A value that is passed down the graph. `@Received` matches it by name and type.
  struct Need: Hashable, Sendable {
    var label: String
    var type: TypeName
  }

  /// The kind of instantiator that creates a value later, if any.
  enum Instantiator: String, Hashable, Sendable {
    /// No instantiator. The value is created together with its owner.
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

    /// The value that the property provides or receives.
    var need: Graph.Need { Graph.Need(label: declaration.label, type: type) }

    var isProvided: Bool { declaration.source != .received || alias != nil }

    var isMade: Bool { isProvided && declaration.source != .forwarded }

    var isConstant: Bool { instantiator == .none }

    /// The value that the property makes available, and whether that value may be `nil`.
    var provided: (need: Graph.Need, isOptional: Bool) {
      // A property with `onlyIfAvailable` provides the value inside its optional.
      let isOptional = declaration.onlyIfAvailable && type.wrapped != nil && alias == nil
      return (isOptional ? need.wrapped : need, isOptional)
    }

    /// The type that the instantiator creates, or the property's type if there is no instantiator.
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
    var made: TypeName
    var additional: [TypeName] = []
    var isolation: TypeName?
    var properties: [Property]
    /// The values that a caller must pass, sorted. Forwarded properties are not included.
    var needs: [Need] = []
    /// The values that a caller passes if they are available, sorted. Optional types are unwrapped.
    var optionalNeeds: [Need] = []
    /// The indices of created or renamed properties in dependency order. Cyclic ones are left out.
    var makingOrder: [Int] = []

    /// The properties whose values the caller of an instantiator supplies at run time.
    var forwarded: [Graph.Property] { properties.filter { $0.declaration.source == .forwarded } }

    /// The values that the node itself receives, and whether each of them is optional.
    var received: [(need: Graph.Need, isOptional: Bool)] {
      guard properties.contains(where: { $0.declaration.source == .received }) else { return [] }
      let own = Set(provided)
      let ownOptionally = own.union(own.map(\.wrapped))
      return properties.compactMap { property in
        guard property.declaration.source == .received else { return nil }
        let need = property.alias ?? property.need
        // A value that the node itself provides does not have to be received.
        if property.alias != nil, own.contains(need) { return nil }
        guard property.declaration.onlyIfAvailable else { return (need, false) }
        if property.alias != nil, ownOptionally.contains(need.wrapped) { return nil }
        return (need.wrapped, true)
      }
    }

    var provided: [Graph.Need] { properties.filter(\.isProvided).map(\.need) }

    var isAssembled: Bool { properties.contains { $0.declaration.source != .forwarded } }

    /// All values that a caller may have to pass, except forwarded properties.
    var handed: [Need] { needs + optionalNeeds }
  }

  var nodes: [Node]
  var roots: [Int] = []
  let children: [[Int]]
  /// For each node, the nodes that create it, in ascending order.
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

  /// Returns the given nodes and all nodes created below them, the nearest first.
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
