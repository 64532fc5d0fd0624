import Dependence

/// A list of modules, and the namespace for dependencies that are declared as properties.
///
/// A list registers the factories of dependencies:
///
/// ```swift
/// let appModules = Dependencies {
///   Module { AppModule() as any AppModuleType }
///   Module { WidgetModule() as any WidgetModuleType }
///   Module("staging") { AppModule(host: "staging.example.com") as any AppModuleType }
/// }
/// ```
///
/// A list is a value and has no effect by itself. ``build(fileID:filePath:line:column:)`` installs
/// the list for the whole app or test case. `withDependencies(_:operation:)` and `$0.register`
/// install it for a scope. A dependency is created at its first read, once per app or test case.
///
/// A computed property in an extension is a dependency that is identified by its key path:
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

  /// Creates a list of modules. The closure can contain `if`, `for`, `#available` and other lists.
  public init(@ModuleBuilder _ modules: () -> [Module]) { self.modules = modules() }

  /// The issues for modules that register the same dependency as an earlier module of this list.
  var duplicates: [DependencyIssue] {
    // Most lists have no duplicates, and comparing sorted integers is faster than building a set.
    let numbers = modules.map(\.slot.number).sorted()
    guard zip(numbers, numbers.dropFirst()).contains(where: ==) else { return [] }
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
  /// Installs the modules for the whole process in an app, or for one test case in tests.
  ///
  /// Call this method once at the composition root, before any dependency is read. It does not
  /// matter whether you call it before or after `prepareDependencies { … }`, and you may build
  /// several lists. A call inside an operation of `withDependencies`, or after a dependency of the
  /// modules was read, reports an issue and installs nothing. Two modules for the same dependency
  /// are an issue as well. The later module is used if both are in one list, and the earlier module
  /// otherwise.
  public func build(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    prepareDependencies(self, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Installs the modules like ``build(fileID:filePath:line:column:)``, and then creates all
  /// asynchronous dependencies. A dependency is created after the dependencies that it needs.
  ///
  /// - Throws: The error of a factory. The modules stay installed in this case.
  public nonisolated(nonsending) func buildAsync(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async throws {
    let site = SourceSite(fileID, filePath, line, column)
    prepareDependencies(.modules, at: site) { $0.register(self) }
    for module in modules {
      try await module.slot.makeReady(from: .readable, at: site, through: [])
    }
  }
}

/// Installs modules for the whole app or test case, like
/// ``Dependencies/build(fileID:filePath:line:column:)``.
public func prepareDependencies(
  _ modules: Dependencies,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) {
  let site = SourceSite(fileID, filePath, line, column)
  prepareDependencies(.modules, at: site) { $0.register(modules) }
}
