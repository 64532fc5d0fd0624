/// What stands in for protocols in the graphs of tests.
struct Doubles {
  /// What a test gets in the place of a property.
  enum Stand: Equatable {
    /// The node itself, made of doubles.
    case none
    /// A type of this name, every member of which reports its calls.
    case double(String)
    /// Nothing that could be generated: the test hands it in.
    case required
  }

  /// What generated code calls the place of the test's call.
  static let place = "_place"

  private let protocols: [String: ProtocolDeclaration]
  private let members: [String: [ProtocolDeclaration.Requirement]]

  init(project: Project) {
    protocols = Dictionary(project.protocols.map { ($0.name, $0) }) { first, _ in first }
    var members: [String: [ProtocolDeclaration.Requirement]] = [:]
    for name in protocols.keys {
      members[name] = Self.requirements(of: name, in: protocols)
    }
    self.members = members
  }

  func stand(in property: Graph.Property, of graph: Graph) -> Stand {
    guard let edge = Assembly.Purpose.test(self).edge(for: property) else { return .none }
    return stand(in: edge, of: graph)
  }

  func stand(in edge: Assembly.Edge, of graph: Graph) -> Stand {
    var type = edge.type.wrapped ?? edge.type
    switch edge.instantiator {
    case .none: break
    case .instantiator, .sendableInstantiator: return .none
    case .erasedInstantiator, .sendableErasedInstantiator: type = type.arguments.last ?? type
    }
    if edge.isErased || type == graph.nodes[edge.child].made { return .none }
    if members[type.name] != nil, type.arguments.isEmpty {
      return .double(Self.name(of: type.name))
    }
    // A superclass that the graph could make as well is as real as what it makes.
    let isMade = protocols[type.name] == nil && graph.nodes.contains { $0.made == type }
    return isMade ? .none : .required
  }

  /// The declarations of the doubles that are used, in the order of their names.
  func declarations(for assemblies: [Assembly]) -> [ProtocolDeclaration] {
    var names: Set<String> = []
    for assembly in assemblies {
      for edge in assembly.edges {
        guard case .double = stand(in: edge, of: assembly.graph) else { continue }
        let type = edge.type.wrapped ?? edge.type
        names.insert(edge.instantiator == .none ? type.name : type.arguments.last?.name ?? "")
      }
    }
    return names.sorted().compactMap { protocols[$0] }
  }

  /// Writes the double of a protocol.
  func write(_ declaration: ProtocolDeclaration, into writer: inout SourceWriter) {
    let isActor = declaration.inherits("Actor")
    let head = "\(isActor ? "actor" : "final class") \(Self.name(of: declaration.name))"
    writer.block("private \(head): \(declaration.name)") { writer in
      writer.line("private let double: DependenceGraph._Double")
      writer.line()
      // In a module of the main actor the double may be made elsewhere.
      let isolation = isActor ? "" : "nonisolated "
      writer.block("\(isolation)init(_ place: DependenceGraph._TestPlace, _ property: String)") {
        $0.line(
          "double = DependenceGraph._Double(of: \(declaration.name.sourceLiteral), as: property, at: place)"
        )
      }
      for member in members[declaration.name] ?? [] {
        writer.line()
        DoubleMember(member).write(into: &writer)
      }
    }
  }

  private static func name(of protocolName: String) -> String {
    "Unimplemented_\(protocolName.nameFragment)"
  }
}

// MARK: - Requirements

extension Doubles {
  /// Conformances that need no members of their own.
  private static let markers: Set = ["Sendable", "AnyObject", "Actor", "SendableMetatype"]

  /// Everything that a type needs to conform; nil, if that cannot be written without knowing more.
  private static func requirements(
    of name: String,
    in protocols: [String: ProtocolDeclaration]
  ) -> [ProtocolDeclaration.Requirement]? {
    var requirements: [ProtocolDeclaration.Requirement] = []
    var sources: Set<String> = []
    var seen: Set<String> = []
    var pending = [name]
    while let next = pending.popLast() {
      guard seen.insert(next).inserted else { continue }
      guard let declaration = protocols[next] else {
        guard markers.contains(next) else { return nil }
        continue
      }
      for requirement in declaration.requirements {
        guard DoubleMember(requirement).canBeWritten else { return nil }
        if sources.insert(requirement.source).inserted { requirements.append(requirement) }
      }
      pending += declaration.inheritedTypes.map(\.name).reversed()
    }
    return requirements
  }
}

extension ProtocolDeclaration {
  fileprivate func inherits(_ name: String) -> Bool {
    inheritedTypes.contains { $0.name == name }
  }
}
