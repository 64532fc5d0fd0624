#if canImport(Testing)
public import Dependence
public import Testing

extension Trait where Self == DependencyTrait {
  /// Registers modules, and lists of modules, for a test, or for every test of a suite.
  ///
  /// ```swift
  /// @Test(.modules { Module { QuietWidgets() as any WidgetModuleType } })
  /// ```
  ///
  /// Each test case gets its own instances. A registration in a later trait replaces an earlier
  /// one.
  public static func modules(
    @InstallationBuilder _ modules: @escaping @Sendable () -> [any DependencyInstalling],
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    DependencyTrait(at: sourceLocation) { values in
      let parts = modules()
      if let first = parts.first { type(of: first).install(parts, in: &values) }
    }
  }

  /// Registers a list of modules for a test, or for every test of a suite.
  public static func modules(
    _ modules: some DependencyInstalling,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    .modules({ modules }, sourceLocation: sourceLocation)
  }
}

/// A result builder that collects modules and lists of modules into one list.
@resultBuilder
public enum InstallationBuilder {
  /// The elements of a list.
  public typealias Parts = [any DependencyInstalling]

  /// Returns a list that contains one module or one list of modules.
  public static func buildExpression(_ part: some DependencyInstalling) -> Parts { [part] }
  /// Returns all parts, in order.
  public static func buildBlock(_ parts: Parts...) -> Parts { parts.flatMap(\.self) }
  /// Returns the parts of a condition, or an empty list if the condition is false.
  public static func buildOptional(_ parts: Parts?) -> Parts { parts ?? [] }
  /// Returns the parts of the first branch.
  public static func buildEither(first parts: Parts) -> Parts { parts }
  /// Returns the parts of the second branch.
  public static func buildEither(second parts: Parts) -> Parts { parts }
  /// Returns the parts of all iterations of a loop.
  public static func buildArray(_ parts: [Parts]) -> Parts { parts.flatMap(\.self) }
  /// Returns the parts of a block with an availability condition.
  public static func buildLimitedAvailability(_ parts: Parts) -> Parts { parts }
}
#endif
