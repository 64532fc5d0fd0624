/// A project's instantiable types, with every name resolved and every need known.
///
/// A generic type is a node for each specialisation that something instantiates.
package struct Graph: Sendable {
  /// A value that is handed down: what `@Received` matches, by name and type.
  package struct Need: Hashable, Sendable {
    package var label: String
    package var type: TypeReference

    package init(label: String, type: TypeReference) {
      self.label = label
      self.type = type
    }
  }

  /// A property of a node, its type in one spelling, with generic parameters replaced.
  package struct Property: Hashable, Sendable {
    package var declaration: InjectedProperty
    /// The node that is made for it; nil, if it is not instantiated or nothing fulfils it.
    package var child: Int?

    package init(declaration: InjectedProperty, child: Int? = nil) {
      self.declaration = declaration
      self.child = child
    }
  }

  package struct Node: Sendable {
    /// The declaration.
    package var type: InstantiableType
    /// What is made, without generic parameters: `Box<Int>`.
    package var made: TypeReference
    /// In the order of their declaration, which is that of `type.properties`.
    package var properties: [Property]
    /// What whoever makes the node has to hand in, sorted. Forwarded properties are not part of it.
    package var needs: [Need] = []
    /// What is handed in where it is available, sorted; each with the type that is not optional.
    package var optionalNeeds: [Need] = []
    /// Indices of the properties that the node makes or renames (instantiated ones and aliases), in
    /// an order in which each comes after what it needs. Not all of them, if there is no such order.
    package var makingOrder: [Int] = []

    package init(type: InstantiableType, made: TypeReference, properties: [Property]) {
      self.type = type
      self.made = made
      self.properties = properties
    }
  }

  package var nodes: [Node]
  /// Indices of nodes, in the order of their declaration.
  package var roots: [Int]

  package init(nodes: [Node] = [], roots: [Int] = []) {
    self.nodes = nodes
    self.roots = roots
  }
}

extension Graph.Need: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    left.label == right.label
      ? left.type.description < right.type.description : left.label < right.label
  }
}

extension Graph.Need: CustomStringConvertible {
  package var description: String { "\(label): \(type)" }
}

extension Graph.Property {
  /// What the property hands down, or wants to be handed.
  package var need: Graph.Need {
    Graph.Need(label: declaration.label, type: declaration.type)
  }

  /// Whether the property is available to what its owner makes, without being handed in from above.
  package var isProvided: Bool {
    declaration.source != .received || declaration.alias != nil
  }
}
