import Dependence

/// A list of modules, and the namespace for dependencies that are declared as properties.
///
/// A list registers a factory for each dependency:
///
/// ```swift
/// let appModules = Dependencies {
///   Module { AppModule() as any AppModuleType }
///   Module { WidgetModule() as any WidgetModuleType }
///   Module("staging") { AppModule(host: "staging.example.com") as any AppModuleType }
/// }
/// ```
///
/// A list has no effect until it is installed. To install it for the whole app or test case, call
/// ``build(fileID:filePath:line:column:)``. To install it for one scope, pass it to
/// `withDependencies(_:operation:)` or `$0.register`. Each dependency is created when it is first
/// read, once per app or test case.
///
/// A computed property in an extension of `Dependencies` also declares a dependency, which is
/// identified by the property's key path:
///
/// ```swift
/// extension Dependencies {
///   var orders: Orders { Orders() }
/// }
/// ```
public struct Dependencies: Sendable, _NonisolatedByDefault {
  let modules: [Module]

  /// Creates an empty list.
  public init() { modules = [] }

  /// Creates a list of the modules in a result builder closure. The closure can also contain other
  /// lists, as well as `if`, `for` and `#available` statements.
  public init(@ModuleBuilder _ modules: () -> [Module]) { self.modules = modules() }

  /// The issues to report for modules that register the same dependency as an earlier module in
  /// this list.
  var duplicates: [DependencyIssue] {
    // Lists rarely contain duplicates, so first check quickly whether there are any by comparing
    // neighbors in a sorted array of identifiers. This is faster than building a set.
    let ids = modules.map(\.slot.id).sorted()
    guard zip(ids, ids.dropFirst()).contains(where: ==) else { return [] }
    return modules.indices.compactMap { index in
      let module = modules[index]
      return modules[..<index].last { $0.slot == module.slot }.map { first in
        let message = ModuleMessages.duplicate(module.slot, first.site, module.site)
        return DependencyIssue(message, at: module.site)
      }
    }
  }
}

// MARK: - Installing

extension Dependencies {
  /// Installs the modules: in an app, for the whole process, and in a test, for the current test
  /// case.
  ///
  /// Call this method once for each list of modules, where the app sets up its dependencies, before
  /// any dependency is read. You can call it before or after `prepareDependencies { … }`. Calling
  /// it inside a `withDependencies` operation, or after one of the modules' dependencies has been
  /// read, reports an issue and installs nothing.
  ///
  /// Registering the same dependency twice also reports an issue. If both modules are in the same
  /// list, the later one is used. If they are in different lists, the one that was installed first
  /// is used.
  public func build(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = SourceSite(fileID, filePath, line, column)
    prepareDependencies(.modules(function: "Dependencies.build"), at: site) { $0.register(self) }
  }

  /// Installs the modules as ``build(fileID:filePath:line:column:)`` does, and then creates the
  /// values of all modules with asynchronous factories. The dependencies that a factory needs are
  /// created before it runs.
  ///
  /// - Throws: Any error that a factory throws. The modules stay installed even then.
  public nonisolated(nonsending) func buildAsync(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async throws {
    let site = SourceSite(fileID, filePath, line, column)
    prepareDependencies(.modules(function: "Dependencies.buildAsync"), at: site) {
      $0.register(self)
    }
    var ready: Set<Slot> = []
    for module in modules {
      try await module.slot.makeReady(from: .readable, at: site, through: [], ready: &ready)
    }
  }
}

/// Installs modules for the whole app or test case, as
/// ``Dependencies/build(fileID:filePath:line:column:)`` does.
public func prepareDependencies(
  _ modules: Dependencies,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) {
  let site = SourceSite(fileID, filePath, line, column)
  prepareDependencies(.modules(function: "prepareDependencies"), at: site) {
    $0.register(modules)
  }
}
