/// Makes the nodes of a graph out of what was scanned, and joins them.
struct GraphBuilder {
  /// A property whose type is fulfilled by nothing, by several types, or without an end.
  struct Flaw: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case unfulfilled
      case ambiguous([Int])
      case endless
    }

    var kind: Kind
    var node: Int
    var property: Int
  }

  private struct Identity: Hashable {
    var type: Int
    var arguments: [TypeReference]
  }

  /// No name that somebody wrote is as long; one of a generic type that instantiates a larger
  /// specialisation of itself is, sooner or later.
  private static let longestName = 1_000

  let index: TypeIndex
  private(set) var nodes: [Graph.Node] = []
  private(set) var flaws: [Flaw] = []
  /// The declaration of each node.
  private(set) var declarations: [Int] = []
  /// What the generic parameters of each node stand for.
  private var parameters: [[String: TypeReference]] = []
  private var known: [Identity: Int] = [:]
  private var joined = 0

  init(_ project: Project) {
    index = TypeIndex(project)
    for (place, type) in index.types.enumerated() where type.genericParameters.isEmpty {
      _ = node(for: Identity(type: place, arguments: []))
    }
    joinAll()
    // Generic types that nothing instantiates are judged as they are declared.
    let used = Set(declarations)
    for (place, type) in index.types.enumerated() where !used.contains(place) {
      let own = type.genericParameters.map { TypeReference($0) }
      _ = node(for: Identity(type: place, arguments: own))
    }
    joinAll()
  }

  private mutating func joinAll() {
    while joined < nodes.count {
      join(joined)
      joined += 1
    }
  }

  private mutating func node(for identity: Identity) -> Int {
    if let node = known[identity] { return node }
    let type = index.types[identity.type]
    let parameters = Dictionary(
      zip(type.genericParameters, identity.arguments),
      uniquingKeysWith: { first, _ in first }
    )
    let scope = TypeIndex.Scope(enclosing: type.name, module: type.module)
    let properties = type.properties.map { property in
      var declaration = property
      func settle(_ reference: TypeReference) -> TypeReference {
        index.canonical(reference.substituting(parameters), from: scope)
      }
      declaration.type = settle(property.type)
      declaration.fulfilledByType = property.fulfilledByType.map(settle)
      declaration.alias = property.alias.map { .init(label: $0.label, type: settle($0.type)) }
      return Graph.Property(declaration: declaration)
    }
    let made = type.type.substituting(parameters)
    nodes.append(Graph.Node(type: type, made: made, properties: properties))
    declarations.append(identity.type)
    self.parameters.append(parameters)
    known[identity] = nodes.count - 1
    return nodes.count - 1
  }

  private mutating func join(_ node: Int) {
    let type = nodes[node].type
    let scope = TypeIndex.Scope(enclosing: type.name, module: type.module)
    // As they are written: a name that is resolved already may mean another type here.
    for (place, property) in type.properties.enumerated() where property.source == .instantiated {
      let wanted = property.instantiatedType.substituting(parameters[node])
      guard let match = index.match(wanted, from: scope) else {
        flaws.append(Flaw(kind: .unfulfilled, node: node, property: place))
        continue
      }
      // Two in one module are a mistake of their own, wherever they are named.
      if Set(match.types.map { index.types[$0].module }).count > 1 {
        flaws.append(Flaw(kind: .ambiguous(match.types), node: node, property: place))
      }
      if !match.arguments.isEmpty, wanted.description.utf8.count > Self.longestName {
        flaws.append(Flaw(kind: .endless, node: node, property: place))
        continue
      }
      let arguments = match.arguments.map { index.canonical($0, from: scope) }
      let child = Identity(type: match.types[0], arguments: arguments)
      nodes[node].properties[place].child = self.node(for: child)
    }
  }
}
