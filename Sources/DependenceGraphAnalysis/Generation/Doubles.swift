/// Generates test doubles for the protocols in a dependency graph. A test double reports every call
/// as an issue.
struct Doubles {
  /// A property's value in a test that does not override the property.
  enum Replacement: Equatable {
    /// An instance of the type that the app uses. Test doubles may still replace dependencies of
    /// that instance.
    case none
    /// An instance of the generated test double with this name. The double reports every call as an
    /// issue.
    case double(String)
    /// A value that the test must pass as an argument, because no double can be generated for the
    /// property's type.
    case required

    var isDouble: Bool { if case .double = self { true } else { false } }
  }

  static let location = "_location"

  private let project: Project
  private let resolver: Resolver
  private var protocols: [TypeName.Nominal: ProtocolDeclaration] = [:]
  private var members: [TypeName.Nominal: [DoubleMember]] = [:]
  /// The protocols that no test double can be generated for, each with the reason.
  private var obstacles: [TypeName.Nominal: String] = [:]

  init(_ analysis: Analysis) {
    project = analysis.project
    resolver = analysis.index.resolver
    for declaration in analysis.project.protocols {
      let nominal = resolver.nominal(of: declaration.declaration, in: declaration.location.file)
      if let nominal { protocols[nominal] = declaration }
    }
    for nominal in protocols.keys {
      do throws(Obstacle) {
        members[nominal] = try requirements(of: nominal)
      } catch {
        obstacles[nominal] = error.reason
      }
    }
  }

  func replacement(for property: Graph.Property, of graph: Graph) -> Replacement {
    guard let edge = Assembly.Edge(property, isTest: true) else { return .none }
    return replacement(for: edge, of: graph)
  }

  func replacement(for edge: Assembly.Edge, of graph: Graph) -> Replacement {
    let type = edge.standsFor
    if edge.instantiator == .instantiator || edge.instantiator == .sendable { return .none }
    if edge.isErased || type == graph.nodes[edge.child].createdType { return .none }
    if let nominal = type.nominal, members[nominal] != nil, type.arguments.isEmpty {
      return .double(Self.name(of: nominal))
    }
    // No test double can be generated for the property's type. If the graph can create an instance
    // of exactly this type, the type is a class rather than a protocol, so create an instance as
    // the app does. Otherwise, require the test to pass a value.
    return graph.nodes.contains { $0.createdType == type } ? .none : .required
  }

  func protocols(for assemblies: [Assembly]) -> [TypeName.Nominal] {
    let found = assemblies.flatMap { assembly in
      assembly.edges.filter { replacement(for: $0, of: assembly.graph).isDouble }
    }
    return Set(found.compactMap(\.standsFor.nominal)).sorted {
      ($0.description, $0.module ?? "") < ($1.description, $1.module ?? "")
    }
  }

  /// Returns the declarations that a test double for the protocol depends on: the protocol itself,
  /// the protocols that it inherits from, and the type aliases in their requirements.
  func declarations(for nominal: TypeName.Nominal) -> [TypeDeclaration] {
    inheritedProtocols(of: nominal).flatMap { nominal -> [TypeDeclaration] in
      guard let declaration = protocols[nominal], let scope = resolver.entry(of: nominal)?.scope
      else { return [] }
      let types = declaration.requirements.flatMap(\.types)
      return [declaration.declaration] + types.flatMap { resolver.aliases(in: $0, in: scope) }
    }
  }

  func write(_ nominal: TypeName.Nominal, in module: String, into writer: inout SourceWriter) {
    let isActor = isActor(nominal)
    let head = "\(isActor ? "actor" : "final class") \(Self.name(of: nominal))"
    // In a module whose default isolation is the main actor, a test double that conforms to a
    // nonisolated protocol must be marked `nonisolated`.
    let isOnMain = resolver.mainActorModules.contains(module)
    let isFree = !isActor && isOnMain && resolver.isolation(of: nominal) == nil
    let conformance = nominal.source(isConstraint: true)
    writer.line()
    let members = members[nominal] ?? []
    // Choose another name for the stored property if a requirement contains the name `double`,
    // because a parameter with that name would shadow the property.
    var storage = "double"
    while members.contains(where: { $0.mentions(storage) }) { storage += "_" }
    writer.block("\(isFree ? "nonisolated " : "")private \(head): \(conformance)") { writer in
      writer.line("private let \(storage): DependenceGraph::_Double")
      writer.line()
      // The initializer is `nonisolated` because a test may create the test double on any actor.
      let isolation = isActor ? "" : "nonisolated "
      let parameters = "_ place: DependenceGraph::_TestLocation, _ property: Swift::String"
      writer.block("\(isolation)init(\(parameters))") { writer in
        let arguments = "of: \(nominal.description.sourceLiteral), as: property, at: place"
        writer.line("\(storage) = DependenceGraph::_Double(\(arguments))")
      }
      for var member in members {
        member.storage = storage
        member.write(into: &writer)
      }
    }
  }

  /// Returns the source code of a test double for the protocol `name`. Unlike the test doubles in a
  /// file generated for a dependency graph, this one can be used on its own, for example as the
  /// test value of a dependency key.
  func source(named name: String) throws(UnknownName) -> String {
    let declared = protocols.keys.sorted { $0.description < $1.description }
    let written = declared.filter { obstacles[$0] == nil }
    let candidates = written + declared
    let found =
      candidates.first { $0.description == name } ?? candidates.first { $0.name == name }
    guard let found, let declaration = protocols[found] else {
      let known = written.map(\.description)
      throw UnknownName("protocol for which a double can be generated", name, among: known)
    }
    if let obstacle = obstacles[found] {
      let refusal = "no double can be generated for the protocol '\(found)', because \(obstacle)"
      throw UnknownName(message: "\(refusal); write it by hand")
    }
    let access = declaration.access >= .package ? "\(declaration.access) " : ""
    let isActor = isActor(found)
    var writer = SourceWriter()
    let imports = project.imports(of: declarations(for: found), besides: declaration.module)
    let lines = Set(imports.map(\.source) + ["import Dependence"])
    for line in lines.sorted() { writer.line(line) }
    writer.line()
    writer.line(
      "/// Reports every call as an issue, and then throws an error, returns a placeholder, or traps."
    )
    let name = "Unimplemented\(found.name.nameFragment)"
    let conformance = found.source(isConstraint: true)
    let head = "\(access)\(isActor ? "actor" : "final class") \(name): \(conformance)"
    let members = members[found] ?? []
    let isQualified = ["unimplemented", "trapUnimplemented"].contains { name in
      members.contains { $0.mentions(name) }
    }
    writer.block(head) { writer in
      writer.line("\(access)\(isActor ? "" : "nonisolated ")init() {}")
      for var member in members {
        member.protocolName = found.description
        member.isQualified = isQualified
        member.write(into: &writer, access: access)
      }
    }
    return writer.text
  }

  /// Returns the protocol, followed by the protocols that it inherits from, directly or indirectly.
  private func inheritedProtocols(of nominal: TypeName.Nominal) -> [TypeName.Nominal] {
    reachable(from: [nominal]) { resolver.inherited(by: $0).compactMap(\.nominal) }
  }

  private func isActor(_ nominal: TypeName.Nominal) -> Bool {
    inheritedProtocols(of: nominal).contains { $0.name == "Actor" && protocols[$0] == nil }
  }

  private static func name(of nominal: TypeName.Nominal) -> String {
    "Unimplemented_\(nominal.description.nameFragment)"
  }

  private static let markers: Set = ["Sendable", "AnyObject", "Actor", "SendableMetatype"]

  /// The reason that no test double can be generated for a protocol.
  private struct Obstacle: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
  }

  /// Returns the members that a test double needs to conform to the protocol and its inherited
  /// protocols. Throws the reason if any of these members cannot be generated.
  ///
  /// A protocol can redeclare a requirement of an inherited protocol, for example without `throws`.
  /// The double then has one member that implements both requirements.
  private func requirements(
    of protocolName: TypeName.Nominal
  ) throws(Obstacle) -> [DoubleMember] {
    var signatures: [DoubleMember.Signature] = []
    var found: [DoubleMember.Signature: [DoubleMember]] = [:]
    for next in inheritedProtocols(of: protocolName) {
      guard let declaration = protocols[next], let scope = resolver.entry(of: next)?.scope else {
        guard Self.markers.contains(next.name) else {
          throw Obstacle("it inherits from '\(next)', whose declaration was not read")
        }
        continue
      }
      for requirement in declaration.requirements {
        let member = DoubleMember(requirement, in: scope, resolver)
        guard member.canBeWritten else {
          throw Obstacle("a double cannot implement '\(requirement)'")
        }
        if found[member.signature] == nil { signatures.append(member.signature) }
        found[member.signature, default: []].append(member)
      }
    }
    var members: [DoubleMember] = []
    for alternatives in signatures.compactMap({ found[$0] }) {
      let member = alternatives.first { alternatives.allSatisfy($0.implements) }
      guard let member else {
        let list = alternatives.map { "'\($0.requirement)'" }.joined(separator: " and ")
        throw Obstacle("no single member can implement \(list)")
      }
      members.append(member)
    }
    return members
  }
}
