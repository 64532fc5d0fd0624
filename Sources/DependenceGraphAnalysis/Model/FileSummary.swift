/// The part of a source file that concerns the graph. A scan remembers it of an unchanged file.
struct FileSummary: Codable, Hashable, Sendable {
  struct Import: Codable, Hashable, Sendable {
    var module: String
    var source: String
    var isPublic = false
  }

  var path: String
  var module: String
  var imports: [Import] = []
  var types: [InstantiableType] = []
  /// The declarations that are neither marked nor protocols.
  var declarations: [TypeDeclaration] = []
  var protocols: [ProtocolDeclaration] = []
  var keyConformances: [KeyConformance] = []
  var keyProperties: [KeyProperty] = []
  var keyReads: [KeyRead] = []
  /// Assignments in a preparation, which give keys their live value.
  var keyPreparations: [KeyRead] = []
  /// Mistakes that were found before there was a graph.
  var problems: [Finding] = []

  /// Every type that the graph's declarations mention.
  var references: [TypeReference] {
    let ofTypes = types.flatMap { type in
      let ofProperties = type.properties.flatMap { [$0.type, $0.fulfilledByType, $0.alias?.type] }
      let others = ofProperties + [type.isolation.map { TypeReference($0) }]
      return [type.type] + type.inheritedTypes + type.additionalTypes + others.compactMap(\.self)
    }
    let ofProtocols = protocols.flatMap { $0.inheritedTypes + $0.requirements.flatMap(\.types) }
    return ofTypes + ofProtocols
      + declarations.flatMap { $0.inheritedTypes + [$0.aliased].compactMap(\.self) }
  }

  /// The parts of names that the graph mentions.
  var mentionedNames: Set<String> {
    var names: Set<String> = []
    for reference in references {
      reference.forEachName { name, _ in
        names.insert(name)
        if name.contains(".") { names.formUnion(name.split(separator: ".").map(String.init)) }
      }
    }
    return names
  }

  var allDeclarations: [TypeDeclaration] {
    declarations + protocols.map(\.declaration)
      + types.map(\.declaration).filter { $0.kind != .extension }
  }
}
