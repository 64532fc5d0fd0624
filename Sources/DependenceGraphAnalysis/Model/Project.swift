/// A project whose dependency graph is analyzed, with a summary of each scanned source file.
struct Project: Hashable, Sendable {
  var files: [FileSummary] = []
  var mainActorModules: Set<String> = []
  /// The names of the modules that each module directly depends on, keyed by the module's name. The
  /// dictionary is empty if the dependencies between modules are unknown.
  var moduleDependencies: [String: Set<String>] = [:]

  var types: [InstantiableType] { files.flatMap(\.types) }
  var protocols: [ProtocolDeclaration] { files.flatMap(\.protocols) }
  var keyConformances: [KeyConformance] { files.flatMap(\.keyConformances) }
  var keyProperties: [KeyProperty] { files.flatMap(\.keyProperties) }
  var undecidedConditions: [UndecidedCondition] {
    files.filter { !Self.libraryModules.contains($0.module) }.flatMap(\.undecidedConditions)
  }
  var keyReads: [KeyRead] { files.flatMap(\.keyReads) }
  /// The dependencies that the app assigns in calls to `prepareDependencies`. Calls in modules
  /// whose names end in `Tests` are excluded, because they do not affect the app. Calls in the
  /// library itself are excluded as well, because they only forward the app's assignments.
  var keyPreparations: [KeyRead] {
    files.filter { !$0.module.hasSuffix("Tests") && !Self.libraryModules.contains($0.module) }
      .flatMap(\.keyPreparations)
  }

  /// The names of this library's modules. The plugins scan these modules together with the app's
  /// modules.
  static let libraryModules: Set = [
    "Dependence", "DependenceAppIntents", "DependenceAppKit", "DependenceClients",
    "DependenceErrors", "DependenceFoundation", "DependenceGraph", "DependenceHarness",
    "DependenceHosting", "DependenceKernel", "DependenceMacros", "DependenceModules",
    "DependenceRecording", "DependenceSimulation", "DependenceTesting", "DependenceUIKit",
    "DependenceXCTest",
  ]
}
