/// Determines which modules are linked into every program that uses a type of the graph, based on
/// the dependencies between modules.
///
/// A live value (the value of a key outside of tests) has an effect only if its module is linked
/// into the program. A scanned package may contain several programs, each of which links different
/// modules.
struct LinkedModules {
  private let dependencies: [String: Set<String>]
  /// For each type in the graph, the modules that are linked into every program that uses the type.
  /// A program uses a type if it contains a root that creates the type, directly or indirectly. A
  /// root is a type from which the rest of the graph is created.
  private var modulesByNode: [Int: Set<String>] = [:]

  init(_ analysis: Analysis) {
    dependencies = analysis.project.moduleDependencies
    guard !dependencies.isEmpty else { return }
    let used = dependencies.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    // A module on which no other module depends is a program, or a library for programs that were
    // not scanned. It is linked together with all modules that it depends on.
    let programs = Set(dependencies.keys).subtracting(used).map(modules)
    let graph = analysis.graph
    let rootsByModule = Dictionary(grouping: graph.roots) { graph.nodes[$0].type.module }
    for (module, roots) in rootsByModule {
      let linked =
        programs.filter { $0.contains(module) }
        .reduce(nil as Set<String>?) { $0?.intersection($1) ?? $1 } ?? modules(of: module)
      for node in graph.reached(from: roots) {
        modulesByNode[node] = modulesByNode[node]?.intersection(linked) ?? linked
      }
    }
  }

  /// Returns `true` if a module is linked into all programs that use the type at `node`. Also
  /// returns `true` if this is unknown, because the dependencies between modules are unknown,
  /// `node` is `nil`, or the type is neither a root nor created by one.
  func contains(_ module: String, at node: Int?) -> Bool {
    node.flatMap { modulesByNode[$0] }?.contains(module) ?? true
  }

  /// Returns the module and all modules that it depends on, directly or indirectly.
  private func modules(of module: String) -> Set<String> {
    var found: Set = [module]
    var pending = [module]
    while let next = pending.popLast() {
      pending += dependencies[next, default: []].filter { found.insert($0).inserted }
    }
    return found
  }
}
