/// Determines which modules are linked into the programs that use a type in the graph, based on the
/// dependencies between modules.
///
/// A live value (the value of a key outside of tests) and a call to `prepareDependencies` have an
/// effect only in programs that link their module. A scanned package may contain several programs,
/// each of which links different modules.
struct LinkedModules {
  private let dependencies: [String: Set<String>]
  /// The modules that are linked into each program.
  private var programs: [Set<String>] = []
  /// For each type in the graph, the indices of the programs that use the type. A program uses a
  /// type if it contains a root (a type that the rest of the graph is created from) that creates
  /// the type, directly or indirectly.
  private var programsByNode: [Int: Set<Int>] = [:]

  init(_ analysis: Analysis) {
    dependencies = analysis.project.moduleDependencies
    guard !dependencies.isEmpty else { return }
    let kinds = analysis.project.moduleKinds
    let used = dependencies.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    // A program is linked together with all modules that its main module depends on. If the kinds
    // of the modules are unknown, a module that no other module depends on is assumed to be a
    // program, or a library for programs that were not scanned. If the kinds are known, such a
    // module may also contain tests or helpers for tests, whose live values the app does not have.
    let mains =
      kinds.isEmpty
      ? Set(dependencies.keys).subtracting(used)
      : Set(kinds.filter { $0.value == .executable }.keys)
    programs = mains.map(modules)
    let graph = analysis.graph
    let rootsByModule = Dictionary(grouping: graph.roots) { graph.nodes[$0].type.module }
    for (module, roots) in rootsByModule {
      var linking = programs.indices.filter { programs[$0].contains(module) }
      if linking.isEmpty {
        linking = [programs.count]
        programs.append(modules(of: module))
      }
      for node in graph.reached(from: roots) {
        programsByNode[node, default: []].formUnion(linking)
      }
    }
  }

  /// Returns `true` if each program that uses the type at `node` links at least one of `modules`,
  /// and `false` if `modules` is empty.
  ///
  /// If it is unknown which programs use the type, assumes that they link one of `modules`. This is
  /// the case if the dependencies between modules are unknown, `node` is `nil`, or the type is
  /// neither a root nor created by one.
  func contains(anyOf modules: Set<String>, at node: Int?) -> Bool {
    let using = node.flatMap { programsByNode[$0] } ?? []
    return !modules.isEmpty && using.allSatisfy { !programs[$0].isDisjoint(with: modules) }
  }

  /// Returns the module and all modules that it depends on, directly or indirectly.
  private func modules(of module: String) -> Set<String> {
    Set(reachable(from: [module]) { Array(dependencies[$0, default: []]) })
  }
}
