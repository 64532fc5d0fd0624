/// Builds a dependency graph. Its nodes are the types that the scanned `@Instantiable` declarations
/// create. Its edges are properties: each edge leads from the type that contains the property to
/// the type that is created for it.
struct GraphBuilder {
  /// A property that cannot be matched with a type to create: no declaration matches the property's
  /// type, several declarations match, or a generic type would have infinitely many
  /// specializations.
  struct UnresolvedProperty: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case unfulfilled
      case ambiguous([Int])
      case endless
    }

    var kind: Kind
    var node: Int
    var property: Int
    var wanted: TypeName
  }

  /// The maximum length, in UTF-8 bytes, of a specialized generic type's name. A longer name, such
  /// as `Box<Box<Box<…>>>`, is a sign that the type would have infinitely many specializations.
  private static let longestName = 1_000

  let index: TypeIndex
  private(set) var nodes: [Graph.Node] = []
  private(set) var unresolvedProperties: [UnresolvedProperty] = []
  private(set) var declarations: [Int] = []
  /// The indices of the nodes created so far. The outer key is the index of a node's declaration,
  /// and the inner key contains the node's generic arguments.
  private var known: [Int: [[TypeName]: Int]] = [:]
  private var scopes: [NameScope] = []
  private var joined = 0

  init(_ project: Project) {
    index = TypeIndex(project)
    makeNodes { $1.parameters.isEmpty || $1.type.isRoot }
    // If no property creates a generic type such as `Box<T>`, add a node for the type without
    // replacing `T`. Without this node, the type's properties would not be checked.
    let used = Set(declarations)
    makeNodes { index, _ in !used.contains(index) }
  }

  private mutating func makeNodes(where isMade: (Int, TypeIndex.Declaration) -> Bool) {
    for (number, declaration) in index.declarations.enumerated() where isMade(number, declaration) {
      _ = node(for: number, declaration.scope.parameters)
    }
    while joined < nodes.count {
      join(joined)
      joined += 1
    }
  }

  private mutating func node(for number: Int, _ parameters: [String: TypeName]) -> Int {
    let declaration = index.declarations[number]
    let arguments = declaration.parameters.compactMap { parameters[$0] }
    if let node = known[number]?[arguments] { return node }
    let scope = declaration.scope.adding(parameters)
    let resolver = index.resolver
    let properties = declaration.type.properties.map { property in
      let type = resolver.resolve(property.type, in: scope)
      return Graph.Property(
        declaration: property,
        type: type,
        instantiator: Graph.Instantiator(of: type),
        alias: property.alias.map {
          Graph.Need(label: $0.label, type: resolver.resolve($0.type, in: scope))
        }
      )
    }
    nodes.append(
      Graph.Node(
        type: declaration.type,
        createdType: declaration.createdType.substituting(parameters),
        additional: declaration.additional.map { $0.substituting(parameters) },
        isolation: resolver.isolation(of: declaration),
        properties: properties
      )
    )
    declarations.append(number)
    scopes.append(scope)
    known[number, default: [:]][arguments] = nodes.count - 1
    return nodes.count - 1
  }

  private mutating func join(_ node: Int) {
    for position in nodes[node].properties.indices {
      let property = nodes[node].properties[position]
      guard property.declaration.source == .instantiated else { continue }
      let found = matches(for: property, in: scopes[node])
      func note(_ kind: UnresolvedProperty.Kind) {
        unresolvedProperties.append(
          UnresolvedProperty(kind: kind, node: node, property: position, wanted: found.wanted)
        )
      }
      guard let match = found.matches.first else {
        note(.unfulfilled)
        continue
      }
      let types = found.matches.flatMap(\.types)
      let modules = types.map { index.declarations[$0].type.module }
      // If several declarations match, report them here only if they are in different modules.
      // `DuplicateValidator` reports declarations in the same module.
      if Set(modules).count > 1 { note(.ambiguous(types)) }
      if !match.parameters.isEmpty, found.wanted.description.utf8.count > Self.longestName {
        note(.endless)
      } else {
        nodes[node].properties[position].child = self.node(for: match.types[0], match.parameters)
      }
    }
  }

  private func matches(
    for property: Graph.Property,
    in scope: NameScope
  ) -> (matches: [TypeIndex.Match], wanted: TypeName) {
    let named = property.declaration.fulfilledByType.map {
      index.resolver.candidates(for: $0, in: scope)
    }
    let wanted = named ?? [property.instantiatedType]
    // If the wanted type is optional, such as `Service?`, and no declaration creates it, look for a
    // declaration that creates the wrapped type `Service`.
    for list in [wanted, wanted.compactMap(\.wrapped)] {
      let matches = list.compactMap { index.match($0, from: scope) }
      if !matches.isEmpty { return (matches, list[0]) }
    }
    return ([], wanted[0])
  }
}
