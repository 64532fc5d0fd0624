#if canImport(Testing)
import Dependence
public import DependenceModules
public import Testing

extension Trait where Self == DependenciesTrait {
  /// Registers modules for a test, or for every test of a suite.
  ///
  /// ```swift
  /// @Test(.modules { Module { QuietWidgets() as any WidgetModuleType } })
  /// ```
  ///
  /// What they make is made anew for each test case. A later trait may register the same again, and wins.
  public static func modules(
    @ModuleBuilder _ modules: @escaping @Sendable () -> [Module],
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    DependenciesTrait(at: sourceLocation) { $0.register(modules) }
  }

  /// Registers a list of modules for a test, or for every test of a suite.
  public static func modules(
    _ modules: Dependencies,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    DependenciesTrait(at: sourceLocation) { $0.register(modules) }
  }
}
#endif
