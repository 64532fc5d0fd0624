/// An `#if` condition that the scan cannot evaluate, because the scan cannot determine whether a
/// module, an attribute, or a feature exists. For example, the condition may be `canImport(Module)`
/// for a module that was not scanned. The scan assumes that the name in the condition does not
/// exist.
struct UndecidedCondition: Codable, Hashable, Sendable {
  /// The name of the module, attribute, or feature whose existence the condition checks.
  var name: String
  var location: FileLocation
  /// If the condition affects the graph only if the `#if` block declares or extends a type of the
  /// graph or a supertype of one, the names of the types that the block declares or extends.
  /// Otherwise, the value is `nil`, and the condition may affect the graph in any case.
  var declaredNames: Set<String>?
}

/// A summary of a source file: the declarations that are relevant to the dependency graph, and the
/// places where code reads a dependency. The scanner caches the summary and reuses it until the
/// file or the scan settings change.
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
  /// The type declarations and type aliases in the file. Protocols are stored in `protocols`
  /// instead, and types marked `@Instantiable` in `types`.
  var declarations: [TypeDeclaration] = []
  var protocols: [ProtocolDeclaration] = []
  /// The extensions in the file that add a protocol conformance to a type, except for extensions
  /// marked `@Instantiable`.
  var extensions: [TypeDeclaration] = []
  var keyConformances: [KeyConformance] = []
  var keyProperties: [KeyProperty] = []
  var keyReads: [KeyRead] = []
  /// The dependencies that the file assigns in calls to `prepareDependencies`. Apps provide live
  /// values (the values used outside of tests) with these calls.
  var keyPreparations: [KeyRead] = []
  /// The `#if` conditions that the scan cannot evaluate and that may affect the graph.
  var undecidedConditions: [UndecidedCondition] = []
  /// Problems found while scanning the file, such as syntax errors.
  var problems: [Finding] = []

  var references: [TypeReference] {
    let ofTypes = types.flatMap { type in
      let ofProperties = type.properties.flatMap { [$0.type, $0.fulfilledByType, $0.alias?.type] }
      let actors = type.initializer?.isolation.map { TypeReference($0) } ?? []
      return [type.type] + type.additionalTypes + actors + ofProperties.compactMap(\.self)
    }
    let ofRequirements = protocols.flatMap { $0.requirements.flatMap(\.types) }
    let all =
      types.map(\.declaration) + protocols.map(\.declaration) + declarations + extensions
    let ofDeclarations = all.flatMap { declaration in
      declaration.inheritedTypes + declaration.isolation.map { TypeReference($0) }
        + [declaration.aliased].compactMap(\.self)
    }
    return ofTypes + ofRequirements + ofDeclarations
  }

  /// The names of all types that the declarations in the file refer to, and of the keys that it
  /// declares or reads. For a dotted name such as `Outer.Inner`, the set also contains the
  /// components `Outer` and `Inner`.
  var mentionedNames: Set<String> {
    var names = Set(keyConformances.map(\.key))
    names.formUnion((keyProperties.map(\.key) + keyReads.map(\.key)).compactMap(\.self))
    for reference in references { reference.forEachName { name, _ in names.insert(name) } }
    for name in names where name.contains(".") {
      names.formUnion(name.split(separator: ".").map(String.init))
    }
    return names
  }

  var allDeclarations: [TypeDeclaration] {
    declarations + protocols.map(\.declaration)
      + types.map(\.declaration).filter { $0.kind != .extension }
  }
}
