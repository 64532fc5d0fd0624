/// A project whose dependency graph is analyzed, with a summary of each scanned source file.
struct Project: Hashable, Sendable {
  var files: [FileSummary] = []
  var mainActorModules: Set<String> = []
  /// The names of the modules that each module directly depends on, keyed by the module's name. The
  /// dictionary is empty if the dependencies between modules are unknown.
  var moduleDependencies: [String: Set<String>] = [:]
  /// The module that contains the generated test suite for the graph, if there is one.
  var testModule: String?

  var types: [InstantiableType] { files.flatMap(\.types) }
  var protocols: [ProtocolDeclaration] { files.flatMap(\.protocols) }
  var keyConformances: [KeyConformance] { files.flatMap(\.keyConformances) }
  /// The declarations and extensions of types that have an inheritance clause.
  var conformingDeclarations: [TypeDeclaration] {
    files.flatMap { $0.declarations + $0.extensions + $0.types.map(\.declaration) }
      .filter { !$0.inheritedTypes.isEmpty }
  }
  var keyProperties: [KeyProperty] { files.flatMap(\.keyProperties) }
  var undecidedConditions: [UndecidedCondition] {
    files.filter { !Self.libraryModules.contains($0.module) }.flatMap(\.undecidedConditions)
  }
  var keyReads: [KeyRead] { files.flatMap(\.keyReads) }
  /// The dependencies that the app assigns in calls to `prepareDependencies`. Calls in tests are
  /// excluded, because they do not affect the app. Calls in the library itself are excluded as
  /// well, because they only forward the app's assignments.
  var keyPreparations: [KeyRead] {
    files.filter { !isTest($0.module) && !Self.libraryModules.contains($0.module) }
      .flatMap(\.keyPreparations)
  }

  /// Whether a module contains tests, whose code does not affect the app.
  func isTest(_ module: String) -> Bool { module == testModule || module.hasSuffix("Tests") }

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
