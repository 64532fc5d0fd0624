/// Everything that was scanned, in the order in which it was given.
struct Project: Hashable, Sendable {
  var files: [FileSummary] = []
  var mainActorModules: Set<String> = []

  var types: [InstantiableType] { files.flatMap(\.types) }
  var protocols: [ProtocolDeclaration] { files.flatMap(\.protocols) }
  var keyConformances: [KeyConformance] { files.flatMap(\.keyConformances) }
  var keyProperties: [KeyProperty] { files.flatMap(\.keyProperties) }
  var keyReads: [KeyRead] { files.flatMap(\.keyReads) }
  /// Without those of tests, which prepare nothing for the app.
  var keyPreparations: [KeyRead] {
    files.filter { !$0.module.hasSuffix("Tests") }.flatMap(\.keyPreparations)
  }
}
