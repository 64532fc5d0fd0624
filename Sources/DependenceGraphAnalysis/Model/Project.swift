/// A project whose dependency graph is analyzed, with a summary of each scanned source file.
struct Project: Hashable, Sendable {
  var files: [FileSummary] = []
  var mainActorModules: Set<String> = []
  /// The names of the modules that each module directly depends on, keyed by the module's name. The
  /// dictionary is empty if the dependencies between modules are unknown.
  var moduleDependencies: [String: Set<String>] = [:]
  /// The kind of each module, keyed by the module's name. The dictionary is empty if the kinds are
  /// unknown.
  var moduleKinds: [String: ModuleKind] = [:]
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
    let all = files.filter { !Self.libraryModules.contains($0.module) }
      .flatMap(\.undecidedConditions)
    guard all.contains(where: { $0.declaredNames != nil }) else { return all }
    let names = namesWithSupertypes
    return all.filter { $0.declaredNames.map { !$0.isDisjoint(with: names) } ?? true }
  }
  /// The unqualified names of the types in the graph, of the keys, and of the supertypes of both.
  private var namesWithSupertypes: Set<String> {
    let declarations = files.flatMap {
      $0.declarations + $0.extensions
        + ($0.types.map(\.declaration) + $0.protocols.map(\.declaration))
    }
    let byName = Dictionary(grouping: declarations, by: \.name.lastComponent)
    let start = types.map(\.declaration.name) + keyConformances.map(\.key)
    return Set(
      reachable(from: start.map(\.lastComponent)) { name in
        var names: [String] = []
        for type in byName[name] ?? [] {
          for supertype in type.inheritedTypes + [type.aliased].compactMap(\.self) {
            supertype.forEachName { name, _ in names.append(name.lastComponent) }
          }
        }
        return names
      }
    )
  }
  var keyReads: [KeyRead] { files.flatMap(\.keyReads) }
  /// The dependencies that the app assigns in calls to `prepareDependencies`. Calls in tests are
  /// excluded, because they do not affect the app. Calls in the library itself are excluded as
  /// well, because they only forward the app's assignments.
  var keyPreparations: [KeyRead] {
    files.filter { !isTest($0.module) && !Self.libraryModules.contains($0.module) }
      .flatMap(\.keyPreparations)
  }

  /// Whether a module contains tests, whose code does not affect the app. If the kinds of the
  /// modules are unknown, a module whose name ends in `Tests` is assumed to contain tests.
  func isTest(_ module: String) -> Bool {
    module == testModule || (moduleKinds[module].map { $0 == .test } ?? module.hasSuffix("Tests"))
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
