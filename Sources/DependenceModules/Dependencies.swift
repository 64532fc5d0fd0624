import Dependence

/// A list of modules, and the place to declare dependencies by property.
///
/// As a list, it says what is made by what:
///
/// ```swift
/// let appModules = Dependencies {
///   Module { AppModule() as any AppModuleType }
///   Module { WidgetModule() as any WidgetModuleType }
///   Module("staging") { AppModule(host: "staging.example.com") as any AppModuleType }
/// }
/// ```
///
/// A list is a value and does nothing by itself: ``build(fileID:filePath:line:column:)`` installs it,
/// `withDependencies(_:operation:)` and `$0.register` bind it to a scope. What is registered is made when
/// it is first read, once for each root: in an app once, in tests once for each test case.
///
/// A computed property in an extension is a dependency that is found by its key path:
///
/// ```swift
/// extension Dependencies {
///   var orders: Orders { Orders() }
/// }
/// ```
public struct Dependencies: Sendable, _NonisolatedByDefault {
  let modules: [Module]

  /// No modules.
  public init() { modules = [] }

  /// The modules of a builder: any number of them, with `if`, `for`, `#available` and other lists.
  public init(@ModuleBuilder _ modules: () -> [Module]) { self.modules = modules() }

  /// The issues of modules that register what one before them has registered.
  var duplicates: [DependencyIssue] {
    // Most lists have none, and are asked at every start: sorting numbers takes less than a set.
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
  /// Installs the modules for everything that runs under this root: the process in an app, the one test
  /// case in a test.
  ///
  /// Call it once, first thing at the composition root, before or after `prepareDependencies { … }`: both
  /// are parts of one preparation. Another list is another part. A call after one of the modules'
  /// dependencies was already read, and one inside an operation of `withDependencies`, are reported issues
  /// and install nothing. If two modules register the same, that is an issue too: in one list the later one
  /// counts, in two parts the one that was installed first.
  public func build(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    prepareDependencies(self, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Installs the modules as ``build(fileID:filePath:line:column:)`` does, and then makes those that are
  /// made asynchronously, each after what it needs.
  ///
  /// - Throws: What a factory throws; the modules stay installed.
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

/// Installs modules for everything that runs under this root: see
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
