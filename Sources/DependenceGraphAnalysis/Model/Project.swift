/// A project whose dependency graph is analyzed: the summaries of its scanned files, in the order
/// in which the files were listed.
struct Project: Hashable, Sendable {
  var files: [FileSummary] = []
  var mainActorModules: Set<String> = []

  var types: [InstantiableType] { files.flatMap(\.types) }
  var protocols: [ProtocolDeclaration] { files.flatMap(\.protocols) }
  var keyConformances: [KeyConformance] { files.flatMap(\.keyConformances) }
  var keyProperties: [KeyProperty] { files.flatMap(\.keyProperties) }
  var keyReads: [KeyRead] { files.flatMap(\.keyReads) }
  /// The assignments in `prepareDependencies` calls. Calls in test modules are excluded, because
  /// they do not affect the app.
  var keyPreparations: [KeyRead] {
    files.filter { !$0.module.hasSuffix("Tests") }.flatMap(\.keyPreparations)
  }
}
