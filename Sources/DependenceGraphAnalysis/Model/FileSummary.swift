/// The declarations and dependency reads in a source file that are relevant to the dependency
/// graph. The scanner caches this summary until the file changes.
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
  /// The types and type aliases in the file. Protocols and types marked `@Instantiable` are stored
  /// separately.
  var declarations: [TypeDeclaration] = []
  var protocols: [ProtocolDeclaration] = []
  var keyConformances: [KeyConformance] = []
  var keyProperties: [KeyProperty] = []
  var keyReads: [KeyRead] = []
  /// The assignments in `prepareDependencies` calls. They provide the live values of dependency
  /// keys.
  var keyPreparations: [KeyRead] = []
  /// Problems found while scanning the file, such as syntax errors.
  var problems: [Finding] = []

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

  /// The names of all types mentioned in the file. A dotted name such as `Outer.Inner` also adds
  /// its components, `Outer` and `Inner`.
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
