import DependenceGraphKernel

/// A project's types with names resolved and needs known, and a node for each specialisation.
struct Graph: Sendable {
  /// A value that is handed down: what `@Received` matches, by name and type.
  struct Need: Hashable, Sendable {
    var label: String
    var type: TypeName
  }

  /// The instantiator that makes a value later, if any.
  enum Instantiator: String, Hashable, Sendable {
    /// Nothing: the value is made together with its owner.
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

    /// The value that the property hands down, or wants to be handed.
    var need: Graph.Need { Graph.Need(label: declaration.label, type: type) }

    var isProvided: Bool { declaration.source != .received || alias != nil }

    var isMade: Bool { isProvided && declaration.source != .forwarded }

    var isConstant: Bool { instantiator == .none }

    /// The property as a value that is at hand, and whether that may be nil.
    var provided: (need: Graph.Need, isOptional: Bool) {
      // An optional that is received only if it is available stands for the value that it wraps.
      let isOptional = declaration.onlyIfAvailable && type.wrapped != nil && alias == nil
      return (isOptional ? need.wrapped : need, isOptional)
    }

    /// The type that an instantiator makes, or the property's own.
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
    /// The type that is made, without generic parameters: `Box<Int>`.
    var made: TypeName
    var additional: [TypeName] = []
    var isolation: TypeName?
    var properties: [Property]
    /// The values that a caller has to hand in, sorted. Forwarded properties are not part of it.
    var needs: [Need] = []
    /// The values that are handed in if available, sorted, of types that are not optional.
    var optionalNeeds: [Need] = []
    /// Indices of properties that are made or renamed, each after what it needs; none of a cycle.
    var makingOrder: [Int] = []

    /// The properties known only at run time, and handed in by whoever asks for an instance.
    var forwarded: [Graph.Property] { properties.filter { $0.declaration.source == .forwarded } }

    /// The values that the node itself wants to be handed, and whether it can do without each.
    var received: [(need: Graph.Need, isOptional: Bool)] {
      guard properties.contains(where: { $0.declaration.source == .received }) else { return [] }
      let own = Set(provided)
      let ownOptionally = own.union(own.map(\.wrapped))
      return properties.compactMap { property in
        guard property.declaration.source == .received else { return nil }
        let need = property.alias ?? property.need
        // A node need not be handed what it makes itself.
        if property.alias != nil, own.contains(need) { return nil }
        guard property.declaration.onlyIfAvailable else { return (need, false) }
        if property.alias != nil, ownOptionally.contains(need.wrapped) { return nil }
        return (need.wrapped, true)
      }
    }

    var provided: [Graph.Need] { properties.filter(\.isProvided).map(\.need) }

    var isAssembled: Bool { properties.contains { $0.declaration.source != .forwarded } }

    /// The values that a caller may have to hand in, beside those that are forwarded.
    var handed: [Need] { needs + optionalNeeds }
  }

  var nodes: [Node]
  var roots: [Int] = []
  let children: [[Int]]
  /// For each node, those that make it, in ascending order.
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

  /// Nodes and all that is made below them, the nearest first.
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
